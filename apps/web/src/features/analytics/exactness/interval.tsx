/** '310k–640k', on two lines in narrow cells; '≥ 310k' never wraps. */
export function Interval({ text }: { text: string }) {
  const [lower, upper] = text.split('–');
  if (upper === undefined) return text;
  return (
    <>
      {lower}–<wbr />
      {upper}
    </>
  );
}
