import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent({ maxMessages: 30 });
});
afterAll(() => content.close());

describe('a flood of contact messages', () => {
  it('from one address is accepted 30 times an hour, and other addresses are not affected [SEC-025]', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => content.send({}, '10.0.0.1')));
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(30).fill(201), ...Array(10).fill(429)]);
    expect(responses.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      message: 'Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 60 minutes.',
      code: 'too-many-requests',
    });
    expect((await content.send({}, '10.0.0.2')).statusCode).toBe(201);
    expect(await content.database.contactMessage.count()).toBe(31);
  });

  it('does not count refused messages', async () => {
    for (let attempt = 0; attempt < 32; attempt += 1) {
      expect((await content.send(attempt % 2 ? { message: '' } : { elapsedMs: 10 }, '10.0.0.3')).statusCode).toBe(400);
    }
    expect((await content.send({}, '10.0.0.3')).statusCode).toBe(201);
  });
});

it('is not limited when rate limits are off', async () => {
  const unlimited = await startContent();
  const statuses = new Set<number>();
  for (let sent = 0; sent < 32; sent += 1) statuses.add((await unlimited.send()).statusCode);
  await unlimited.close();
  expect(statuses).toEqual(new Set([201]));
});
