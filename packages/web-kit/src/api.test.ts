// @vitest-environment node
import { MessageSchema } from '@fasocolis/contracts/common';
import { WhatsappNumberSchema } from '@fasocolis/contracts/content';
import { OrderEventsSchema } from '@fasocolis/contracts/orders';
import { UserSchema } from '@fasocolis/contracts/user';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, api, sendCallsWith } from './api.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sendCallsWith((path, init) => fetch(path, init));
});

const sendNowhere = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:1${path}`, init);

const respondWith = (status: number, body: string, statusText = '') =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status, statusText }));
const failure = async (): Promise<ApiError> => {
  const error = await api.post('/api/auth/logout', undefined, MessageSchema).catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error(`the call did not fail with an ApiError: ${String(error)}`);
  return error;
};

const device = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'a', auth: 'b' },
  formerEndpoint: 'https://push.example/0',
};

describe('a call of the API', () => {
  it('returns the response as the schema describes it', async () => {
    respondWith(200, '{"message":"Bonjour","other":1}');
    expect(await api.post('/api/auth/logout', undefined, MessageSchema)).toEqual({ message: 'Bonjour' });
  });

  it('sends the session cookie on every method [SHELL-044]', async () => {
    const fetch = respondWith(200, '{"message":"ok","whatsappNumber":"+22600000000"}');
    await api.get('/api/whatsapp-number', WhatsappNumberSchema);
    await api.post('/api/auth/logout', undefined, MessageSchema);
    await api.patch('/api/push/devices', device, MessageSchema);
    await api.delete('/api/products/:id', MessageSchema, { params: { id: 7 } });
    expect(fetch.mock.calls.map(([, init]) => [init?.method, init?.credentials])).toEqual([
      ['GET', 'include'],
      ['POST', 'include'],
      ['PATCH', 'include'],
      ['DELETE', 'include'],
    ]);
  });

  it('fills the parameters of its path, and appends its query', async () => {
    const fetch = respondWith(200, '[]');
    const address = { params: { reference: 'FC 1/é' }, query: { range: '[0,24]' } };
    await api.get('/api/orders/:reference/events', OrderEventsSchema, address);
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/orders/FC%201%2F%C3%A9/events?range=%5B0%2C24%5D');
  });

  it('throws "status: text" on failure, whether the body is JSON, text or empty [ERR-001]', async () => {
    respondWith(401, '{"message":"Non authentifié","code":"unauthenticated"}');
    expect((await failure()).message).toBe('401: Non authentifié');
    respondWith(502, '{"message":"Mauvaise passerelle"}');
    expect((await failure()).message).toBe('502: Mauvaise passerelle');
    respondWith(500, 'panne');
    expect((await failure()).message).toBe('500: panne');
    respondWith(404, '', 'Not Found');
    expect((await failure()).message).toBe('404: Not Found');
  });

  it('exposes the body of an error that is not one of our error bodies', async () => {
    respondWith(500, 'panne');
    expect(await failure()).toMatchObject({ responseText: 'panne', serverMessage: undefined });
    respondWith(500, '');
    expect(await failure()).toMatchObject({ responseText: '', serverMessage: undefined });
    respondWith(500, '{"message":"Erreur interne du serveur","code":"internal"}');
    expect(await failure()).toMatchObject({ responseText: undefined, serverMessage: 'Erreur interne du serveur' });
  });

  it('throws on status 401 as on any other failure, so that a caller has to request null', async () => {
    respondWith(401, '{"message":"Non authentifié","code":"unauthenticated"}');
    await expect(api.get('/api/user', UserSchema)).rejects.toMatchObject({ status: 401 });
  });

  it('exposes the code, the bare message and the invalid fields of a refused form', async () => {
    respondWith(400, '{"message":"Trop court","code":"validation","errors":{"reference":"Trop court"}}');
    expect(await failure()).toMatchObject({
      status: 400,
      code: 'validation',
      serverMessage: 'Trop court',
      errors: { reference: 'Trop court' },
    });
  });

  it('fails with a French sentence when the server cannot be reached', async () => {
    sendCallsWith(sendNowhere);
    const error = await api.get('/api/user', UserSchema).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 0,
      code: 'network',
      message: 'Connexion impossible. Vérifiez votre réseau, puis réessayez.',
    });
  });

  it('rejects a successful response that does not match the schema', async () => {
    respondWith(200, '<html>');
    expect(await failure()).toMatchObject({ status: 200, code: 'invalid-response' });
  });

  it('rejects with the reason of the signal when it is aborted', async () => {
    sendCallsWith(sendNowhere);
    const signal = AbortSignal.abort(new Error('plus besoin'));
    await expect(api.get('/api/user', UserSchema, { signal })).rejects.toThrow('plus besoin');
  });
});
