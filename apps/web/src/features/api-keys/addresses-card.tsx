import { listAccounts, mcpPath } from '@tidemark/contract';
import { Copy } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './api-keys.module.css';
import { copyText } from './copy-text.ts';

/** Where programs and assistants connect. */
export function AddressesCard() {
  const { origin } = window.location;
  const api = `${origin}/api/v1`;
  return (
    <Card title="Use Your Keys">
      <ul className={styles.rows}>
        <Address name="API" note="For your own programs. Send the key as a bearer token." text={api} />
        <Address
          name="MCP server"
          note="For assistants such as Claude. Add it as a streamable HTTP server, with the key as a bearer token."
          text={`${origin}${mcpPath}`}
        />
        <Address
          name="Example"
          note="Lists your accounts from a terminal."
          text={`curl -H "Authorization: Bearer $TIDEMARK_KEY" ${api}${listAccounts.path}`}
        />
      </ul>
    </Card>
  );
}

function Address({ name, note, text }: { name: string; note: string; text: string }) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.note}>{note}</p>
        <code className={styles.address}>{text}</code>
      </div>
      <Button
        size="small"
        icon={<Copy size={14} aria-hidden="true" />}
        aria-label={`Copy ${name}`}
        onClick={() => void copyText(text).then((isCopied) => isCopied && notify.success('Copied'))}
      >
        Copy
      </Button>
    </li>
  );
}
