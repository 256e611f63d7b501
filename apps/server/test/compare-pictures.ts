import sharp from 'sharp';

/** An exported picture's margin in its own pixels: two per screen pixel. */
const margin = 48;

/**
 * Compares the chart at an exported picture's lower edge with a part of the screen: returns the mean difference between
 * coarse cells, out of 255.
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
