import type { ChosenAlertKind } from '@tidemark/contract';
import { useConfig } from '#web/platform/config.ts';
import { Switch } from '#web/ui/switch.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { Channel } from './alert-choices.ts';
import { kindLabels, kindNotes } from './alert-labels.ts';
import styles from './kind-matrix.module.css';

interface KindMatrixProps<Kind extends ChosenAlertKind> {
  label: string;
  kinds: readonly Kind[];
  choice: { app: readonly Kind[]; mail: readonly Kind[] };
  onChange: (change: { channel: Channel; kind: Kind; on: boolean }) => void;
}

const channelLabels: Record<Channel, string> = { app: 'In the app', mail: 'By mail' };

/** A switch for each kind of alert, in the app and by mail. On narrow screens, each kind is a row. */
export function KindMatrix<Kind extends ChosenAlertKind>({ label, kinds, choice, onChange }: KindMatrixProps<Kind>) {
  const { sendsMail } = useConfig();
  const channels: Channel[] = sendsMail ? ['app', 'mail'] : ['app'];
  return (
    <div className={styles.box}>
      <table className={styles.matrix} aria-label={label} data-kinds={kinds.length}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Where</span>
            </th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                <Tooltip text={kindNotes[kind]} opensOnClick>
                  <button type="button" className={styles.kind}>
                    {kindLabels[kind]}
                  </button>
                </Tooltip>
                <span className={styles.note}>{kindNotes[kind]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel}>
              <th scope="row">{channelLabels[channel]}</th>
              {kinds.map((kind) => (
                <td key={kind}>
                  <Switch
                    label={`${kindLabels[kind]}, ${channelLabels[channel].toLowerCase()}`}
                    on={choice[channel].includes(kind)}
                    onChange={(on) => onChange({ channel, kind, on })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
