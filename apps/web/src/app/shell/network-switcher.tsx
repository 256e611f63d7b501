import { networks, type AccountType } from '@tidemark/contract';
import {
  enabledNetworks,
  networkNames,
  useAccounts,
  useChooseNetwork,
  useSelectedNetwork,
  type Network,
} from '#web/features/accounts/index.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { useRovingFocus } from '#web/ui/use-roving-focus.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './network-switcher.module.css';

export function NetworkSwitcher() {
  const { accounts } = useAccounts();
  const selected = useSelectedNetwork();
  const choose = useChooseNetwork();
  const enabled = enabledNetworks(accounts);
  const toolbar = useRovingFocus<HTMLDivElement>();
  return (
    <div {...toolbar} role="toolbar" className={styles.switcher} aria-label="Network">
      {networks.map((network) => {
        const type = enabled.find((one) => one === network);
        return (
          <NetworkButton
            key={network}
            network={network}
            selected={network === selected}
            choose={type && (() => choose(type))}
          />
        );
      })}
    </div>
  );
}

const available: readonly AccountType[] = ['instagram_account'];

/** Returns 'Coming Soon!' for networks that are only announced; Instagram without accounts is merely not selected. */
function hoverText(network: Network, enabled: boolean): string {
  const name = networkNames[network];
  return enabled || available.some((type) => type === network) ? name : `Coming Soon! ${name}`;
}

interface NetworkButtonProps {
  network: Network;
  selected: boolean;
  /** Absent if the user has no account on the network. */
  choose: (() => void) | undefined;
}

function NetworkButton({ network, selected, choose }: NetworkButtonProps) {
  const text = hoverText(network, choose !== undefined);
  return (
    <Tooltip text={text} describes={false} side="bottom">
      <button
        type="button"
        className={styles.network}
        aria-label={text}
        aria-pressed={selected}
        aria-disabled={choose === undefined}
        data-roving
        onClick={choose}
      >
        <NetworkIcon network={network} size={15} />
      </button>
    </Tooltip>
  );
}
