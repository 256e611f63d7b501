import { Fragment, type ReactNode } from 'react';
import styles from './evidence.module.css';

type Place = readonly (string | number)[];

interface UsedJsonProps {
  value: unknown;
  /** Places of the values to mark, from here on. */
  used: readonly Place[];
  indent?: string;
}

/** Indented JSON in which used values are marked. */
export function UsedJson({ value, used, indent = '' }: UsedJsonProps): ReactNode {
  if (used.some((place) => place.length === 0))
    return <mark className={styles.used}>{JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)}</mark>;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList ? [...value.entries()] : Object.entries(value);
  const [open, close] = isList ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  const inner = `${indent}  `;
  return (
    <>
      {open}
      {entries.map(([name, field]: [string | number, unknown], index) => (
        <Fragment key={name}>
          {`${index > 0 ? ',' : ''}\n${inner}${isList ? '' : `${JSON.stringify(name)}: `}`}
          <UsedJson
            value={field}
            used={used.flatMap(([step, ...rest]) => (step === name ? [rest] : []))}
            indent={inner}
          />
        </Fragment>
      ))}
      {`\n${indent}${close}`}
    </>
  );
}
