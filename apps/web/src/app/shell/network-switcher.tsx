import { networks } from '@tidemark/contract';
import {
  enabledNetworks,
  networkNames,
  useAccounts,
  useChooseNetwork,
  useSelectedNetwork,
  type Network,
} from '#web/features/accounts/index.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { useConfig } from '#web/platform/config.ts';
import { useRovingFocus } from '#web/ui/use-roving-focus.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './network-switcher.module.css';

export function NetworkSwitcher() {
  const { accounts } = useAccounts();
  const selected = useSelectedNetwork();
  const choose = useChooseNetwork();
  const enabled = enabledNetworks(accounts);
  const offered: readonly Network[] = useConfig().networks;
  const toolbar = useRovingFocus<HTMLDivElement>();
  return (
    <div {...toolbar} role="toolbar" className={styles.switcher} aria-label="Network">
      {[...new Set([...networks, ...offered])].map((network) => {
        const type = enabled.find((one) => one === network);
        return (
          <NetworkButton
            key={network}
            network={network}
            isAnnounced={!type && !offered.includes(network)}
            selected={network === selected}
            choose={type && (() => choose(type))}
          />
        );
      })}
    </div>
  );
}

interface NetworkButtonProps {
  network: Network;
  /** It cannot be connected yet; one without accounts is merely not selected. */
  isAnnounced: boolean;
  selected: boolean;
  /** Absent if the user has no account on the network. */
  choose: (() => void) | undefined;
}

function NetworkButton({ network, isAnnounced, selected, choose }: NetworkButtonProps) {
  const name = networkNames[network];
  const text = isAnnounced ? `Coming Soon! ${name}` : name;
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
