import type { ReportContent } from '@tidemark/contract';
import { reasonSentences, reportSectionNames, toReportReasons } from '@tidemark/presentation';
import { dayLabel } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ReportFigures } from './sections/report-section.tsx';
import { SummarySentence } from './sections/summary-section.tsx';
import styles from './report-view.module.css';

interface ReportViewProps {
  content: ReportContent;
  /** URL of a logo, next to the title. */
  logo?: string | null | undefined;
  /** Color of a band above the title. */
  color?: string | null | undefined;
}

/** Renders a report as a page. Loads nothing: the content has everything. */
export function ReportView({ content, logo = null, color = null }: ReportViewProps) {
  return (
    <article className={styles.report}>
      {color && <div className={styles.band} style={{ background: color }} />}
      <ReportHead content={content} logo={logo} />
      {content.sections.map((section) => (
        <section key={section.kind} className={styles.section} aria-labelledby={`report-${section.kind}`}>
          <h2 className={styles.heading} id={`report-${section.kind}`}>
            {reportSectionNames[section.kind]}
          </h2>
          {section.kind === 'summary' && <SummarySentence section={section} content={content} />}
          {section.comment !== '' && (
            <p className={styles.comment} dir="auto">
              {section.comment}
            </p>
          )}
          <ReportFigures section={section} content={content} />
        </section>
      ))}
      <ReportFoot content={content} />
    </article>
  );
}

function ReportHead({
  content: { title, accounts, period, previous },
  logo,
}: Pick<ReportViewProps, 'content' | 'logo'>) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <p className={styles.period}>
          {toSpan(period)}
          {previous && <span> · compared with {toSpan(previous)}</span>}
        </p>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        <ul className={styles.accounts} aria-label="Accounts">
          {accounts.map(({ accountId, username, name, picture }) => (
            <li key={accountId}>
              <Avatar src={picture} name={name} size={24} />
              <bdi className={styles.name}>{name}</bdi>
              {name !== username && <bdi className={styles.username}>@{username}</bdi>}
            </li>
          ))}
        </ul>
      </div>
      {logo && (
        <span className={styles.logo}>
          <img src={logo} alt="" />
        </span>
      )}
    </header>
  );
}

function ReportFoot({ content }: { content: ReportContent }) {
  const reasons = toReportReasons(content);
  return (
    <footer className={styles.foot}>
      {reasons.length > 0 && (
        <>
          <h2>
            <span className={styles.dot} aria-hidden="true" /> Why numbers are approximate
          </h2>
          <ul>
            {reasonSentences({ reasons }).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        Data as of {new Date(content.createdAt).toUTCString().slice(5, 22)} UTC. Posts are counted and dated in{' '}
        {content.timeZone.replaceAll('_', ' ')}.
      </p>
    </footer>
  );
}

const toSpan = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;
