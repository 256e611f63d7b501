import { listAccounts, mcpPath } from '@tidemark/contract';
import { Copy } from 'lucide-react';
import { useConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './api-keys.module.css';

/** Lists the URLs that programs and assistants connect to. */
export function AddressesCard() {
  const { mcpOAuth } = useConfig();
  const { origin } = window.location;
  const api = `${origin}/api/v1`;
  return (
    <Card title="Use Your Keys">
      <RowList>
        <Address name="API" note="For your own programs. Send the key as a bearer token." text={api} />
        <Address
          name="MCP server"
          note={`For assistants such as Claude. Add it as a streamable HTTP server, ${mcpOAuth ? 'and sign in when it asks you to. A key as a bearer token works too' : 'with the key as a bearer token'}.`}
          text={`${origin}${mcpPath}`}
        />
        <Address
          name="Example"
          note="Lists your accounts from a terminal."
          text={`curl -H "Authorization: Bearer $TIDEMARK_KEY" ${api}${listAccounts.path}`}
        />
      </RowList>
    </Card>
  );
}

function Address({ name, note, text }: { name: string; note: string; text: string }) {
  return (
    <Row name={name} notes={[note]} more={<code className={styles.address}>{text}</code>}>
      <Button
        size="small"
        icon={<Copy size={14} aria-hidden="true" />}
        aria-label={`Copy ${name}`}
        onClick={() => void copyText(text).then((isCopied) => isCopied && notify.success('Copied'))}
      >
        Copy
      </Button>
    </Row>
  );
}
