import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type CsvStyle, useCsvStyle } from './csv-style.ts';

const choices: readonly { style: CsvStyle; label: string; note: string }[] = [
  { style: 'comma', label: 'Commas', note: 'Excel in English, Google Sheets' },
  { style: 'semicolon', label: 'Semicolons', note: 'Excel in German or French; 4,5' },
  { style: 'tab', label: 'Tabs', note: 'A .tsv file' },
  { style: 'programs', label: 'Commas, for programs', note: 'Times in UTC' },
];

/** Chooses the CSV style for all exports in this browser. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const [chosen, choose] = useCsvStyle();
  return (
    <Dialog
      open
      onClose={onClose}
      title="CSV files"
      width="small"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <BoxedChoices legend="Values are separated by">
        {choices.map(({ style, label, note }) => (
          <BoxedChoice
            key={style}
            type="radio"
            name="csv-style"
            label={label}
            note={note}
            checked={chosen === style}
            onChange={() => choose(style)}
          />
        ))}
      </BoxedChoices>
    </Dialog>
  );
}
