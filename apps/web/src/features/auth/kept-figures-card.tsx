import { setKeepChoice, useKeepChoice } from '#web/platform/kept/kept-choice.ts';
import { Card } from '#web/ui/card.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Switch } from '#web/ui/switch.tsx';

const label = 'Keep the last figures on this device';

/** Lets users choose whether this browser keeps the app and its figures; not shown where it cannot. */
export function KeptFiguresCard() {
  const keeps = useKeepChoice();
  if (!('serviceWorker' in navigator)) return null;

  async function change(keep: boolean) {
    setKeepChoice(keep);
    if (keep) return;
    const { forgetKept, unregisterWorker } = await import('#web/platform/kept/index.ts');
    await Promise.all([forgetKept(), unregisterWorker()]);
  }

  return (
    <Card title="Offline">
      <RowList>
        <Row
          name={label}
          notes={['Opens Tidemark with them while you are offline, for up to 7 days. Logging out deletes them.']}
        >
          <Switch label={label} on={keeps} onChange={(keep) => void change(keep)} />
        </Row>
      </RowList>
    </Card>
  );
}
