import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ContactMessage } from '@fasocolis/contracts/content';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import {
  asAdmin,
  call,
  createTestDatabase,
  TEST_APP_OPTIONS,
  TEST_IDENTITY_KEYS,
  testRedisUrl,
} from '@fasocolis/service-kit/testing/harness';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database.ts';
import { rowOf } from '../src/messages/contact-message-service.ts';
import { seedAppSettings } from '../src/seed/app-settings.ts';
import { seedStaticPages } from '../src/seed/static-pages.ts';

/** A valid message. */
export const LETTER = {
  firstName: 'Awa',
  lastName: 'Ouédraogo',
  email: 'awa@example.com',
  subject: 'Mon colis',
  message: 'Où est mon colis FC-123 ?',
};

/** The content service of a fresh installation, with a database of its own. */
export async function startContent({ maxMessages = null as number | null } = {}) {
  const testDatabase = await createTestDatabase('content', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(testDatabase.url);
  await seedStaticPages(database);
  await seedAppSettings(database, '+22600000000');
  const redis = connectRedis(testRedisUrl());
  // A prefix separates the counters of test files.
  redis.options.keyPrefix = `${randomUUID()}:`;
  await once(redis, 'ready');
  const options = { ...TEST_APP_OPTIONS, maxMessages };
  // Without auth, workbooks have the numbers of staff.
  const auth = new ServiceClient({
    service: 'auth',
    baseUrl: 'http://127.0.0.1:1',
    identityKey: TEST_IDENTITY_KEYS.content,
  });
  const app = await buildApp({ database, redis, auth }, options);

  return {
    app,
    database,
    send(body: object = {}, forwardedFor = '41.138.96.1') {
      const headers = { 'x-forwarded-for': forwardedFor };
      return call(app, { method: 'POST', url: '/api/contact-messages', payload: { ...LETTER, ...body }, headers });
    },
    /** A message with another date. */
    recordMessage: ({
      createdAt,
      isRead,
      ...text
    }: Partial<typeof LETTER & { createdAt: Date; isRead: boolean }> = {}) =>
      database.contactMessage.create({
        data: { ...rowOf({ ...LETTER, ...text }), ...(createdAt && { createdAt }), isRead: isRead ?? false },
      }),
    async listMessages(query: Record<string, string> = {}, path = '') {
      const response = await call(app, { url: `/api/contact-messages${path}`, query }, asAdmin());
      if (response.statusCode !== 200) throw new Error(response.body);
      return { messages: response.json<ContactMessage[]>(), range: response.headers['content-range'] };
    },
    async close() {
      await app.close();
      await database.$disconnect();
      redis.disconnect();
      await testDatabase.remove();
    },
  };
}

export type Content = Awaited<ReturnType<typeof startContent>>;
