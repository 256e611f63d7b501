import sharp from 'sharp';

/** Of an exported picture, in its pixels: twice those of the screen. */
const margin = 48;

/**
 * How much the chart at the lower edge of an exported picture differs from a part of the screen: the mean difference of
 * coarse cells, of 255.
 */
export async function compareWithChart(exported: Buffer, shown: Buffer): Promise<number> {
  const [{ width, height }, size] = await Promise.all([sharp(shown).metadata(), sharp(exported).metadata()]);
  const chart = await sharp(exported)
    .extract({
      left: margin,
      top: Math.max(0, size.height - margin - 2 * height),
      width: Math.min(2 * width, size.width - margin),
      height: Math.min(2 * height, size.height - margin),
    })
    .png()
    .toBuffer();
  const [one, other] = await Promise.all([toCells(chart), toCells(shown)]);
  const differences = Array.from(one, (value, place) => Math.abs(value - (other[place] ?? 0)));
  return differences.reduce((sum, value) => sum + value, 0) / differences.length;
}

function toCells(picture: Buffer): Promise<Buffer> {
  return sharp(picture).flatten({ background: '#fff' }).resize(60, 40, { fit: 'fill' }).raw().toBuffer();
}
