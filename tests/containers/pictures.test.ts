import { loadSharp } from '@fasocolis/image-kit/sharp';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { docker, type Installation, sharedInstallation } from './installation.ts';
import { Load } from './load.ts';

let installation: Installation;
let admin: string;
beforeAll(async () => {
  installation = await sharedInstallation();
  admin = await installation.signInAsAdmin();
});

const send = <T = unknown>(method: string, path: string, body: object) =>
  installation.send<T>(method, path, body, admin);

/** What each service takes pictures for, and a request of which it reads rows for another caller. */
const SERVICES = [
  {
    service: 'catalog',
    upload: (imageUrl: string) => send('POST', '/api/products', { name: 'x', description: 'x', price: '1', imageUrl }),
    other: () => `/api/products?range=[0,0]&filter=${encodeURIComponent(JSON.stringify({ q: crypto.randomUUID() }))}`,
  },
  {
    service: 'orders',
    async upload(photo: string) {
      const { id } = await send<{ id: number }>('POST', '/api/orders', { reference: `PIC-${Date.now()}` });
      await send('POST', `/api/handovers/${id}`, {
        ...{ receiverName: 'Awa', reason: 'Sans code', neverArrivedReason: 'Il est là', photo },
      });
    },
    other: () => '/api/orders?range=[0,0]',
  },
  {
    service: 'notify',
    upload: (imageUrl: string) => send('POST', '/api/popup-notifications', { title: 'x', content: 'x', imageUrl }),
    other: () => '/api/popup-notifications?range=[0,0]',
  },
];

describe.each(SERVICES)('the container of $service', ({ service, upload, other }) => {
  it.each([
    ['a progressive JPEG', 'jpeg', 'srgb', { progressive: true, chromaSubsampling: '4:4:4' }],
    ['an interlaced PNG of 16 bits', 'png', 'rgb16', { progressive: true }],
  ] as const)(
    'converts %s of 50 megapixels within its memory, and serves others meanwhile [SEC-027]',
    async (_, format, space, options) => {
      const sharp = await loadSharp();
      const side = Math.floor(Math.sqrt(5e7));
      const blank = sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } });
      const bytes = await blank.toColourspace(space).toFormat(format, options).toBuffer();

      const state = async () =>
        docker('inspect', '-f', '{{.State.StartedAt}} {{.State.OOMKilled}}', await installation.containerOf(service));
      const before = await state();
      const load = new Load({
        send: () => fetch(installation.url + other(), { headers: { cookie: admin } }),
        expected: 200,
        clients: 2,
      });
      onTestFinished(() => load.stop());
      await upload(`data:image/${format};base64,${bytes.toString('base64')}`);
      const served = load.answered;
      await load.stop();
      expect(served).toBeGreaterThan(10);
      expect(load.failures).toEqual([]);
      expect(await state()).toBe(before);
    },
  );
});
