import { describe, expect, it, onTestFinished } from 'vitest';
import { handle } from '../src/http/operations.ts';
import { createService } from '../src/http/service.ts';
import { asAdmin, asAgent, asUser, call, TEST_PUBLIC_KEYS, testOperation } from '../src/testing/harness.ts';

/** A service whose audit lines are collected, even when it logs errors only. */
async function startAudited() {
  const lines: string[] = [];
  const app = await createService({
    name: 'example',
    logLevel: 'error',
    identityKeys: TEST_PUBLIC_KEYS,
    logStream: { write: (line) => void lines.push(line) },
  });
  onTestFinished(() => app.close());
  const done = () => ({ ok: true });
  handle(app, testOperation('PATCH /api/things/:id', { id: 'updateThing', access: 'user' }), done);
  handle(app, testOperation('GET /api/things', { id: 'listThings', access: 'admin' }), done);
  handle(app, testOperation('GET /api/things/export', { access: 'admin', audit: 'export' }), done);
  const audited = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit');
  return { app, audited };
}

describe('the audit log of a service', () => {
  it('names a write of the administrator by its operation, at any log level', async () => {
    const { app, audited } = await startAudited();
    const request = { method: 'PATCH', url: '/%61pi/things/7?token=x', headers: { 'x-request-id': 'r1' } } as const;
    await call(app, { ...request, remoteAddress: '203.0.113.77' }, asAdmin());
    expect(audited()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        service: 'example',
        requestId: 'r1',
        account: 1,
        action: 'updateThing',
        outcome: 'success',
        status: 200,
        target: 'PATCH /api/things/7',
        address: '203.0.113.0/24',
        msg: 'audit',
      },
    ]);
  });

  it('names a write of an agent', async () => {
    const { app, audited } = await startAudited();
    await call(app, { method: 'PATCH', url: '/api/things/7' }, asAgent(8));
    expect(audited()).toMatchObject([{ action: 'updateThing', account: 8, outcome: 'success' }]);
  });

  it('names an export by its declared action', async () => {
    const { app, audited } = await startAudited();
    await call(app, { url: '/api/things/export' }, asAdmin());
    expect(audited()).toMatchObject([{ action: 'export', account: 1, outcome: 'success' }]);
  });

  it('names a refused read and its caller', async () => {
    const { app, audited } = await startAudited();
    await call(app, { url: '/api/things' }, asUser(7));
    await call(app, { url: '/api/things' }, { kind: 'service', name: 'catalog' });
    await call(app, { url: '/api/things' }, asUser(8));
    expect(audited()).toMatchObject([
      { action: 'listThings', account: 7, outcome: 'refused', status: 403 },
      { action: 'listThings', account: 8, outcome: 'refused', status: 403 },
    ]);
  });

  it('omits reads of the administrator and writes of customers', async () => {
    const { app, audited } = await startAudited();
    await call(app, { url: '/api/things' }, asAdmin());
    await call(app, { method: 'PATCH', url: '/api/things/7' }, asUser(7));
    expect(audited()).toEqual([]);
  });
});
