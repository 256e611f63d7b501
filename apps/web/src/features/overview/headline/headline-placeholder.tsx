import { PagePlaceholder } from '#web/ui/page-head.tsx';

/** The place of the sentence and the line below it. */
export function HeadlinePlaceholder() {
  return (
    <>
      <PagePlaceholder>Views fell 00% while conversion rate rose about 00%.</PagePlaceholder>
      <PagePlaceholder line="lede">Most views came on Wednesday, May 00.</PagePlaceholder>
    </>
  );
}
