import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { asUser, call } from '@fasocolis/service-kit/testing/harness';
import { startPushService, type TestPhone } from '@fasocolis/service-kit/testing/push-service';
import { expect } from 'vitest';
import type { Notify } from './helpers.ts';

/** A push service at https://localhost, which this process trusts. */
export async function startTrustedPushService() {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'push-')));
  const service = await startPushService(authority.certify('DNS:localhost'));
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(authority.file, 'utf8')]);
  return { service, authorityFile: authority.file };
}

interface Wanted {
  /** The orders `FC-{id}`. */
  orderIds?: number[];
  userId?: number;
}

export const save = (notify: Notify, phone: TestPhone, { orderIds = [], userId }: Wanted, changes: object = {}) =>
  call(
    notify.app,
    {
      method: 'POST',
      url: '/api/push/devices',
      payload: {
        ...phone.subscription,
        references: orderIds.map((id) => `FC-${id}`),
        account: userId !== undefined,
        ...changes,
      },
    },
    userId === undefined ? undefined : asUser(userId),
  );

/** Subscribes a phone. */
export async function subscribe(notify: Notify, phone: TestPhone, wanted: Wanted): Promise<void> {
  const response = await save(notify, phone, wanted);
  expect(response.statusCode, response.body).toBe(200);
}
