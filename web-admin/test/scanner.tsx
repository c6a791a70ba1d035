import { QrCode } from '@fasocolis/web-kit/qr-code';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';

const [WIDTH, HEIGHT] = [640, 480];
const FRAMES_PER_SECOND = 10;

/** A camera that films a drawing, which can be changed. */
export class FakeCamera {
  readonly #context: CanvasRenderingContext2D | null;
  #pictures: HTMLImageElement[] = [];

  /** Replaces the camera of the browser; `failure` is the name of the DOMException that opening it ends with. */
  constructor(failure?: string) {
    const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
    this.#context = canvas.getContext('2d');
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
      if (failure) throw new DOMException('', failure);
      const stream = canvas.captureStream(FRAMES_PER_SECOND);
      // A frame is captured when something is drawn.
      const drawing = setInterval(() => {
        if (stream.active) this.#draw();
        else clearInterval(drawing);
      }, 1000 / FRAMES_PER_SECOND);
      return stream;
    });
  }

  /** Holds the QR code of a text before the camera. */
  showQrCode(text: string): Promise<void> {
    return this.showQrCodes(text);
  }

  /** Holds one or two QR codes beside each other. */
  async showQrCodes(...texts: string[]): Promise<void> {
    this.#pictures = await Promise.all(texts.map((text) => this.#pictureOf(text)));
  }

  async #pictureOf(text: string): Promise<HTMLImageElement> {
    const markup = renderToStaticMarkup(<QrCode text={text} label="" />)
      .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
      .replace('width="100%"', 'width="400" height="400"');
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(markup)}`;
    await picture.decode();
    return picture;
  }

  #draw(): void {
    if (!this.#context) return;
    this.#context.fillStyle = '#fff';
    this.#context.fillRect(0, 0, WIDTH, HEIGHT);
    const size = this.#pictures.length > 1 ? 280 : 400;
    const left = this.#pictures.length > 1 ? 30 : 120;
    for (const [index, picture] of this.#pictures.entries()) {
      this.#context.drawImage(picture, left + index * (size + 20), 40, size, size);
    }
  }
}

/** Keystrokes of a scanner that works as a keyboard, with gaps that do not depend on the load of the machine. */
export function wedge(
  keys: string | (string | number | readonly [key: string, code: string])[],
  gapMs = 0,
  end = 'Enter',
) {
  let timeStamp = performance.now();
  for (const stroke of [...(typeof keys === 'string' ? Array.from(keys) : keys), ...(end ? [end] : [])]) {
    timeStamp += typeof stroke === 'number' ? stroke : gapMs;
    if (typeof stroke === 'number') continue;
    const [key, code = ''] = typeof stroke === 'string' ? [stroke] : stroke;
    const press = new KeyboardEvent('keydown', {
      key,
      code,
      shiftKey: /^[A-Z]$/.test(key),
      bubbles: true,
      cancelable: true,
    });
    Object.defineProperty(press, 'timeStamp', { value: timeStamp });
    const isTaken = !(document.activeElement ?? document.body).dispatchEvent(press);
    if (!isTaken && key.length === 1) document.execCommand('insertText', false, key);
  }
}
