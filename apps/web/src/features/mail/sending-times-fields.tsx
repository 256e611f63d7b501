import type { SendingTimes } from '@tidemark/contract';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { hourOptions, monthDayOptions, type Option, weekdayOptions } from './sending-times-labels.ts';
import styles from './sending-times.module.css';

const cadences = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;

interface SendingTimesFieldsProps {
  times: SendingTimes;
  onChange: (part: Partial<SendingTimes>) => void;
}

/** Fields for a cadence, a day and an hour. */
export function SendingTimesFields({ times, onChange }: SendingTimesFieldsProps) {
  const isWeekly = times.cadence === 'weekly';
  return (
    <>
      <Segmented
        label="How often"
        value={times.cadence}
        options={cadences}
        onChange={(cadence) => onChange({ cadence })}
      />
      <div className={styles.fields}>
        <Field
          label="On"
          value={isWeekly ? times.weekday : times.monthDay}
          options={isWeekly ? weekdayOptions : monthDayOptions}
          onChange={(day) => onChange(isWeekly ? { weekday: day } : { monthDay: day })}
        />
        <Field label="At" value={times.hour} options={hourOptions} onChange={(hour) => onChange({ hour })} />
      </div>
    </>
  );
}

interface FieldProps {
  label: string;
  value: number;
  options: readonly Option[];
  onChange: (value: number) => void;
}

function Field({ label, value, options, onChange }: FieldProps) {
  return (
    <Select label={label} isInline value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
