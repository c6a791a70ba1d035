export const MARK = { width: 800, height: 480 };
const MARGIN = 32;

interface Line {
  text: string;
  /** The largest size that is used if the line is short enough. */
  size: number;
  middle: number;
}

/** The image that suppliers print or copy onto a carton, as a PNG in a data URL: black on white, the code as large as it fits. */
export function shippingMark(code: string, details: string): string {
  const canvas = document.createElement('canvas');
  const { width, height } = Object.assign(canvas, MARK);
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.lineWidth = 6;
  context.strokeRect(6, 6, width - 12, height - 12);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const write = ({ text, size, middle }: Line) => {
    const font = (pixels: number) => `800 ${pixels}px system-ui, sans-serif`;
    context.font = font(size);
    const widest = width - 2 * MARGIN;
    context.font = font(Math.floor(size * Math.min(1, widest / context.measureText(text).width)));
    context.fillText(text, width / 2, middle);
  };
  write({ text: code, size: 240, middle: 190 });
  write({ text: details, size: 72, middle: 385 });
  return canvas.toDataURL('image/png');
}
