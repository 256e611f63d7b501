import type { EvidenceCall } from '@tidemark/contract';
import { useEffect, useRef, useState } from 'react';
import { dayLabel } from '#web/platform/format.ts';
import { lastSync } from '#web/platform/instant-labels.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { CopyIcon } from '#web/ui/copy.tsx';
import styles from './evidence.module.css';
import { UsedJson } from './used-json.tsx';

interface EvidenceCallsProps {
  calls: readonly EvidenceCall[];
  toName: (accountId: string) => string;
}

/** Lists calls to a network; each opens to its answer, with the used values marked. */
export function EvidenceCalls({ calls, toName }: EvidenceCallsProps) {
  const [open, setOpen] = useState<number | null>(calls.length === 1 ? 0 : null);
  const isOneAccount = new Set(calls.map(({ accountId }) => accountId)).size <= 1;
  return (
    <div>
      {calls.map((call, index) => (
        <Accordion
          // The list never changes while it is shown.
          key={index}
          title={
            <>
              {toSpan(call)}
              {!isOneAccount && (
                <>
                  {' · '}
                  <bdi>{toName(call.accountId)}</bdi>
                </>
              )}
            </>
          }
          aside={lastSync(call.fetchedAt)}
          open={open === index}
          onOpenChange={(isOpen) => setOpen(isOpen ? index : null)}
          headingLevel={4}
        >
          <CallAnswer call={call} />
        </Accordion>
      ))}
    </div>
  );
}

function CallAnswer({ call }: { call: EvidenceCall }) {
  const { path, parameters, body, used } = call;
  const frame = useRef<HTMLPreElement>(null);

  useEffect(() => {
    const mark = frame.current?.querySelector('mark');
    if (frame.current && mark) frame.current.scrollTop = mark.offsetTop - frame.current.clientHeight / 2;
  }, []);

  const request = `GET /${path}`;
  const lines = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  const text = [request, ...lines, '', JSON.stringify(body, null, 2)].join('\n');
  return (
    <div className={styles.call}>
      <div className={styles.copy}>
        <CopyIcon label="Copy the call and its answer" text={text} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre ref={frame} className={styles.json} tabIndex={0} role="region" aria-label="Call and answer">
        {[request, ...lines].join('\n')}
        {'\n\n'}
        <UsedJson value={body} used={used} />
      </pre>
    </div>
  );
}

function toSpan({ days, parameters: { metric, breakdown } }: EvidenceCall): string {
  if (!days)
    return metric === 'follower_demographics' ? `By ${String(breakdown).replace(',', ' and ')}` : 'Lifetime total';
  return days.from === days.to ? dayLabel(days.from) : `${dayLabel(days.from)} to ${dayLabel(days.to)}`;
}
