import { setOfflineChoice, useOfflineChoice } from '#web/platform/offline/offline-choice.ts';
import { Card } from '#web/ui/card.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Switch } from '#web/ui/switch.tsx';

const label = 'Available offline on this device';

/** Lets users choose whether this browser stores the app and its data. Not shown where it cannot. */
export function OfflineCard() {
  const isOn = useOfflineChoice();
  if (!('serviceWorker' in navigator)) return null;
  return (
    <Card title="Offline">
      <RowList>
        <Row
          name={label}
          notes={[
            'Shows pages you have opened, with the data you last saw, for up to 7 days. Logging out deletes the data from this device.',
          ]}
        >
          <Switch label={label} on={isOn} onChange={setOfflineChoice} />
        </Row>
      </RowList>
    </Card>
  );
}
