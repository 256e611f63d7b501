import type { ReactElement } from 'react';
import { AccountsSection } from './accounts-section.tsx';
import { ActivitySection } from './activity-section.tsx';
import { BreakdownsSection } from './breakdowns-section.tsx';
import { DaysSection } from './days-section.tsx';
import { DemographicsSection } from './demographics-section.tsx';
import { MediaSection } from './media-section.tsx';
import { MetricsSection } from './metrics-section.tsx';
import { PostsSection } from './posts-section.tsx';
import { SummarySection } from './summary-section.tsx';
import type { SectionProps } from './section-props.ts';

/** One section's figures, drawn from the content alone. */
export function ReportFigures({ section, content }: SectionProps): ReactElement {
  switch (section.kind) {
    case 'summary':
      return <SummarySection section={section} content={content} />;
    case 'metrics':
      return <MetricsSection section={section} content={content} />;
    case 'days':
      return <DaysSection section={section} content={content} />;
    case 'breakdowns':
      return <BreakdownsSection section={section} content={content} />;
    case 'accounts':
      return <AccountsSection section={section} content={content} />;
    case 'posts':
      return <PostsSection section={section} content={content} />;
    case 'media':
      return <MediaSection section={section} content={content} />;
    case 'activity':
      return <ActivitySection section={section} content={content} />;
    case 'demographics':
      return <DemographicsSection section={section} content={content} />;
  }
}
