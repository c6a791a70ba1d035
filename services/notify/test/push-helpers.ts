import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { call } from '@fasocolis/service-kit/testing/harness';
import { startPushService, type TestPhone } from '@fasocolis/service-kit/testing/push-service';
import { expect } from 'vitest';
import type { Notify } from './helpers.ts';

/** A push service at https://localhost, which this process trusts. */
export async function startTrustedPushService() {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'push-')));
  const service = await startPushService(authority.certify('DNS:localhost'));
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(authority.file, 'utf8')]);
  return { service, pushHosts: new URL(service.url).host };
}

interface Wanted {
  /** The orders `FC-{id}`. */
  orderIds?: number[];
  userId?: number;
}

/** A user with a session of one browser. */
export async function signedIn({ redis }: Notify, userId: number): Promise<Extract<Identity, { kind: 'user' }>> {
  const id = await new SessionStore(redis).create({ userId, isAdmin: false, userAgent: null });
  return { kind: 'user', userId, isAdmin: false, sessionKey: SessionStore.keyOf(id) };
}

interface Differences {
  caller?: Identity;
  address?: string;
  [field: string]: unknown;
}

export const save = async (
  notify: Notify,
  phone: TestPhone,
  { orderIds = [], userId }: Wanted,
  { caller, address, ...changes }: Differences = {},
) =>
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
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0' },
      ...(address !== undefined && { remoteAddress: address }),
    },
    caller ?? (userId === undefined ? undefined : await signedIn(notify, userId)),
  );

/** Subscribes a phone. */
export async function subscribe(...args: Parameters<typeof save>): Promise<void> {
  const response = await save(...args);
  expect(response.statusCode, response.body).toBe(200);
}
