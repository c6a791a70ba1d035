import type { Scan } from '@fasocolis/contracts/scans';
import { ApiError } from '@fasocolis/web-kit/api';
import { removeOldCodes } from '@fasocolis/web-kit/hand-over-codes';
import { clear, get } from 'idb-keyval';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { authProvider } from '../src/providers/auth-provider.ts';
import { deviceUser } from '../src/providers/device-user.ts';
import { keepScan, readScans } from '../src/resources/scan/scan-store.ts';
import { FakeApi, openScreen, pageLoads } from './back-office.tsx';
import { order } from './orders.ts';
import { FakeCamera } from './scanner.tsx';

const CODE = '048213';
const HOUR_MS = 3_600_000;
const LOST = "Le code de retrait n'est plus sur cet appareil\u00a0: saisissez-le à nouveau.";

const stored = async () => JSON.stringify([await get('scans'), Object.entries(localStorage)]);

/** A hand-over of the administrator with a code, which waits for the network. */
async function keepHandOver(): Promise<Scan> {
  const id = crypto.randomUUID();
  const scan: Scan = { id, mode: 'hand-over', reference: 'FC-7ABC', at: new Date().toISOString(), code: CODE };
  deviceUser.remember(1);
  await keepScan({ scan: { ...scan, receiverName: 'Issa' }, userId: 1 });
  expect(await stored()).toContain(CODE);
  return scan;
}

async function expectLost(): Promise<void> {
  expect(await stored()).not.toContain(CODE);
  expect(await readScans()).toMatchObject({
    waiting: [],
    conflicts: [{ message: LOST, scan: { reference: 'FC-7ABC' } }],
  });
}

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await clear();
});

describe('a hand-over code that waits on the device', () => {
  it('is kept for 24 hours, then its hand-over is to be settled [SEC-034]', async () => {
    await keepHandOver();
    onTestFinished(() => void vi.useRealTimers());
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 24 * HOUR_MS - 60_000 });
    removeOldCodes();
    expect((await readScans()).waiting).toHaveLength(1);
    vi.setSystemTime(start + 24 * HOUR_MS + 60_000);
    removeOldCodes();
    await expectLost();
  });

  it.each([
    ['signing out', 'POST /api/auth/logout', 200, () => authProvider.logout({})],
    ['the end of the session', 'GET /api/user', 401, () => authProvider.checkAuth({})],
    ['an end of the session during another request', 'GET /x', 401, () => authProvider.checkError({ status: 401 })],
  ])('is removed by %s, and its hand-over is to be settled [SEC-034]', async (_, request, status, act) => {
    await keepHandOver();
    const api = new FakeApi();
    api.respond(request, status, { message: 'non', code: 'unauthenticated' });
    vi.stubGlobal('fetch', api.fetch);
    void act();
    await expect.poll(() => pageLoads).toHaveLength(1);
    await expectLost();
  });

  it('is removed when another user signs in, and stays with the same one [SEC-034]', async () => {
    await keepHandOver();
    deviceUser.remember(1);
    expect(await stored()).toContain(CODE);
    deviceUser.remember(2);
    await expectLost();
  });

  it('stays while the server cannot be reached', async () => {
    await keepHandOver();
    const api = new FakeApi();
    api.compute('GET /api/user', () => Response.error());
    vi.stubGlobal('fetch', api.fetch);
    await authProvider.checkAuth({});
    await authProvider.checkError(new ApiError('503', { status: 503 }));
    expect((await readScans()).waiting).toHaveLength(1);
    expect(await stored()).toContain(CODE);
  });

  it('is removed when the agent was revoked, and is typed again from the list of conflicts [SEC-034]', async () => {
    await keepHandOver();
    const api = new FakeApi();
    api.respond('POST /api/scans', 403, { message: 'Accès refusé', code: 'forbidden' });
    new FakeCamera();
    openScreen('/scan', api);
    const conflicts = page.getByRole('region', { name: 'À régler' });
    await expect.element(conflicts.getByText(LOST)).toBeVisible();
    expect(await stored()).not.toContain(CODE);

    api.compute('GET /api/orders/FC-7ABC', () => ({ ...order, pieces: 1, status: 'ARRIVED' }));
    api.compute('POST /api/handovers/7', () => ({ ...order, status: 'DELIVERED', statusLabel: 'Livrée' }));
    await conflicts.getByRole('button', { name: 'Saisir à nouveau' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remettre FC-7ABC' });
    await dialog.getByLabelText('Code de retrait').fill(CODE);
    await expect.element(dialog.getByLabelText('Remis à')).toHaveValue('Issa');
    await dialog.getByRole('button', { name: 'Remettre' }).click();
    await expect.element(conflicts).not.toBeInTheDocument();
  });

  it('is typed again, not sent again, when it was wrong', async () => {
    const { id } = await keepHandOver();
    const api = new FakeApi();
    api.compute('POST /api/scans', () => [{ id, outcome: 'conflict', message: 'Code erroné. Il reste 4 essais.' }]);
    new FakeCamera();
    openScreen('/scan', api);
    const conflicts = page.getByRole('region', { name: 'À régler' });
    await expect.element(conflicts.getByRole('button', { name: 'Saisir à nouveau' })).toBeVisible();
    await expect.element(conflicts.getByRole('button', { name: 'Renvoyer' })).not.toBeInTheDocument();
  });

  it('may be typed again or sent again when something is left to pay', async () => {
    const { id } = await keepHandOver();
    const api = new FakeApi();
    const message = 'Il reste 1\u202f500\u00a0FCFA à payer.';
    api.compute('POST /api/scans', () => [{ id, outcome: 'conflict', message, orderId: 7 }]);
    new FakeCamera();
    openScreen('/scan', api);
    const conflicts = page.getByRole('region', { name: 'À régler' });
    await expect.element(conflicts.getByRole('link', { name: 'Ouvrir le dossier' })).toBeVisible();
    await expect.element(conflicts.getByRole('button', { name: 'Renvoyer' })).toBeVisible();
    await expect.element(conflicts.getByRole('button', { name: 'Saisir à nouveau' })).toBeVisible();
  });

  it('is removed once its hand-over was sent [SEC-034]', async () => {
    const { id } = await keepHandOver();
    const api = new FakeApi();
    api.compute('POST /api/scans', () => [{ id, outcome: 'done' }]);
    new FakeCamera();
    openScreen('/scan', api);
    await expect.poll(() => api.sent('POST /api/scans')).toMatchObject([{ scans: [{ code: CODE }] }]);
    await expect.poll(stored).not.toContain(CODE);
  });
});
