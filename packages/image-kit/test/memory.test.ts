import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

/** What a service takes besides the conversion: its own code and data, the upload, and other requests. */
const REST_MB = 150;
const SERVICES = ['orders', 'notify', 'catalog'];

const compose = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8');
/** The memory of a service's container. */
const limitOf = (service: string) =>
  Number(new RegExp(`^x-${service}: [^]*?\n {2}mem_limit: (\\d+)m$`, 'm').exec(compose)?.[1]);

interface Report {
  outcome: number | string;
  ticks: number;
  peakMb: number;
}

async function convertInProcess(bytes: Uint8Array): Promise<Report> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'converting-process.ts')]);
  child.stdin.end(bytes);
  return JSON.parse(await text(child.stdout));
}

const plain = (pixels: number, channels: 3 | 4 = 3) => {
  const side = Math.floor(Math.sqrt(pixels));
  const background = { r: 51, g: 102, b: 153, alpha: 0.5 };
  return sharp({ create: { width: side, height: side, channels, background } });
};
const PROGRESSIVE = { progressive: true, chromaSubsampling: '4:4:4' };

describe('the conversion of an image', () => {
  it.each([
    ['a progressive JPEG of 50 megapixels', () => plain(5e7).jpeg(PROGRESSIVE)],
    [
      'an interlaced PNG of 16 bits and 50 megapixels',
      () => plain(5e7).toColourspace('rgb16').png({ progressive: true }),
    ],
    ['a GIF of 50 megapixels', () => plain(5e7).gif()],
  ])(
    'of %s fits into the container of each service, and others are served meanwhile [SEC-027]',
    async (_, make) => {
      const { outcome, ticks, peakMb } = await convertInProcess(await make().toBuffer());
      expect(outcome).toBe(3);
      expect(ticks).toBeGreaterThan(3);
      for (const service of SERVICES) expect(peakMb + REST_MB, service).toBeLessThan(limitOf(service));
    },
    120_000,
  );

  it.each([
    ['an interlaced transparent PNG of 16 bits', () => plain(5e7, 4).toColourspace('rgb16').png({ progressive: true })],
  ])(
    'is refused for %s of 50 megapixels before it is decoded [SEC-027]',
    async (_, make) => {
      const { outcome, peakMb } = await convertInProcess(await make().toBuffer());
      expect(outcome).toBe('too-complex');
      expect(peakMb).toBeLessThan(150);
    },
    120_000,
  );

  it.each([
    ['as they come', {}],
    ['progressive', PROGRESSIVE],
  ])(
    'takes photos of phones with 12 megapixels, %s [SEC-027]',
    async (_, options) => {
      expect((await convertInProcess(await plain(1.2e7).jpeg(options).toBuffer())).outcome).toBe(3);
    },
    120_000,
  );
});
