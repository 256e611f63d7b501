import { listComparedMetrics, metricLabels, reportLook } from '@tidemark/presentation';
import { ComparedValue } from '#web/features/comparison/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** Each account's metrics side by side. */
export function AccountsSection({ section, content }: SectionProps<SectionOf<'accounts'>>) {
  const metrics = listComparedMetrics(content);
  const compared = new Map(section.accounts.map((account) => [account.accountId, account]));
  return (
    <Card>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its scroll area */}
      <div className={styles.scroll} role="group" aria-label="Metrics by account" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              {metrics.map((metric) => (
                <th key={metric} scope="col">
                  {metricLabels[metric].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {content.accounts.map(({ accountId, name, picture }, index) => (
              <tr key={accountId}>
                <th scope="row">
                  <span className={styles.account}>
                    <Avatar
                      src={picture}
                      name={name}
                      size={32}
                      ring={reportLook(index).color}
                      dashed={reportLook(index).dashed}
                    />
                    <bdi className={styles.name}>{name}</bdi>
                  </span>
                </th>
                {metrics.map((metric) => (
                  <td key={metric}>
                    <ComparedValue account={compared.get(accountId)} metric={metric} previous={content.previous} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
