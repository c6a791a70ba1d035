// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiError } from '@fasocolis/web-kit/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from './data-provider.ts';

interface Received {
  method: string | undefined;
  path: string;
  query: Record<string, string>;
  body: string;
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

let server: Server;
let received: Received[] = [];
let reply: Reply;

const order = {
  id: 7,
  reference: 'FC-7',
  status: 'PROCESSING',
  statusLabel: 'En Traitement',
  statusKind: 'step',
  statusSentence: null,
  situation: null,
  furthestStep: 'PROCESSING',
  estimatedDelivery: null,
  expectedArrival: null,
  mode: null,
  pieces: null,
  weightGrams: null,
  recipientName: null,
  latestUpdate: null,
  latestUpdateTime: null,
  createdAt: '2026-03-05T14:07:00.000Z',
  updatedAt: '2026-03-05T14:07:00.000Z',
  userId: null,
  recipientPhone: null,
  volumeCm3: null,
  contents: null,
  ...{ goodsKind: null, declaredValue: null },
  aliases: [],
  passedPieces: null,
  due: 0,
  paid: 0,
  recipientConsent: false,
  archivedAt: null,
  lastEventAt: '2026-03-05T14:07:00.000Z',
  isSilent: false,
  isDeletable: true,
  consignment: null,
};

async function handle(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = (await request.toArray()).join('');
  const query = Object.fromEntries(url.searchParams);
  received.push({ method: request.method, path: url.pathname, query, body });
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
}

beforeAll(async () => {
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  // In a browser the API has the page's own origin.
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => fetch(new URL(path, `http://127.0.0.1:${port}`), init));
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((closed) => server.close(closed));
});

beforeEach(() => {
  received = [];
});

const firstPage = { pagination: { page: 2, perPage: 24 }, sort: { field: 'createdAt', order: 'DESC' } as const };
const list = () => dataProvider.getList('orders', { ...firstPage, filter: { q: 'fc' } });

describe('the data provider', () => {
  it('requests one page of a list and reads the total from Content-Range', async () => {
    reply = { body: JSON.stringify([order]), headers: { 'content-range': 'orders 24-24/25' } };
    expect(await list()).toMatchObject({ data: [order], total: 25 });
    expect(received).toMatchObject([
      {
        method: 'GET',
        path: '/api/orders',
        query: { sort: '["createdAt","DESC"]', range: '[24,47]', filter: '{"q":"fc"}' },
      },
    ]);
  });

  it('treats a response that is not an array as an empty list', async () => {
    for (const body of ['{}', 'null', '"text"', 'no json at all']) {
      reply = { body };
      expect(await list()).toMatchObject({ data: [], total: 0 });
    }
  });

  it('reads one record through its list, because orders have no route by id', async () => {
    reply = { body: JSON.stringify([order]), headers: { 'content-range': 'orders 0-0/1' } };
    expect(await dataProvider.getOne('orders', { id: 7 })).toEqual({ data: order });
    expect(received).toMatchObject([{ path: '/api/orders', query: { filter: '{"id":[7]}' } }]);
  });

  it('throws "not found" when the list does not contain the record', async () => {
    reply = { body: '[]', headers: { 'content-range': 'orders */0' } };
    await expect(dataProvider.getOne('orders', { id: 7 })).rejects.toMatchObject({ status: 404 });
  });

  it('updates by PATCH with the given fields only', async () => {
    reply = { body: JSON.stringify({ ...order, status: 'ARRIVED', eventId: 9 }) };
    const data = { status: 'ARRIVED', latestUpdate: 'Au port' };
    const updated = await dataProvider.update('orders', { id: 7, data, previousData: order });
    expect(updated.data).toEqual({ ...order, status: 'ARRIVED', eventId: 9 });
    expect(received).toMatchObject([{ method: 'PATCH', path: '/api/orders/7', body: JSON.stringify(data) }]);
  });

  const status = { id: 5, code: 'CUSTOMS', label: 'Douane', displayOrder: 7, isActive: true, kind: 'step' };

  it('rejects an update of a record that another administrator changed after the form was opened', async () => {
    reply = { body: JSON.stringify([{ ...status, label: 'En douane' }]) };
    const change = { id: 5, data: { label: 'Douane de Bobo' }, previousData: status };
    await expect(dataProvider.update('order-statuses', change)).rejects.toMatchObject({
      status: 409,
      body: { errors: { root: { serverError: expect.stringContaining('modifiée entre-temps') } } },
    });
    expect(received).toMatchObject([{ method: 'GET' }]);
  });

  it('rejects an update of a record that another administrator deleted, with the reason for the form', async () => {
    reply = { body: '[]', headers: { 'content-range': 'order-statuses */0' } };
    const change = { id: 5, data: { label: 'Douane de Bobo' }, previousData: status };
    await expect(dataProvider.update('order-statuses', change)).rejects.toMatchObject({
      status: 404,
      body: { errors: { root: { serverError: "Cette fiche n'existe plus." } } },
    });
    expect(received).toMatchObject([{ method: 'GET' }]);
  });

  it('marks a contact message as read, which is its only change, at a route of its own', async () => {
    const message = {
      id: 3,
      firstName: 'Fatou',
      lastName: 'Ouédraogo',
      email: 'fatou@example.com',
      phone: null,
      subject: 'Mon colis',
      message: 'Où est mon colis ?',
      isRead: true,
      isAnswered: false,
      createdAt: '2026-03-05T14:07:00.000Z',
    };
    reply = { body: JSON.stringify(message) };
    const change = { id: 3, data: { isRead: true }, previousData: message };
    expect(await dataProvider.update('contact-messages', change)).toEqual({ data: message });
    expect(received).toMatchObject([{ method: 'PATCH', path: '/api/contact-messages/3/read' }]);
  });

  it('creates by POST and deletes by DELETE', async () => {
    reply = { status: 201, body: JSON.stringify(order) };
    expect(await dataProvider.create('orders', { data: { reference: 'FC-7' } })).toEqual({ data: order });
    reply = { body: '{"message":"Statut de commande supprimé"}' };
    await dataProvider.delete('order-statuses', { id: 3 });
    expect(received).toMatchObject([
      { method: 'POST', path: '/api/orders', body: '{"reference":"FC-7"}' },
      { method: 'DELETE', path: '/api/order-statuses/3' },
    ]);
  });

  it('treats a deletion without a message as a failure', async () => {
    for (const body of ['{}', '', '<p>OK</p>']) {
      reply = { body };
      await expect(dataProvider.delete('users', { id: 3 })).rejects.toThrow('Réponse inattendue du serveur');
    }
  });

  it('rejects rows that do not match the contract', async () => {
    reply = { body: '[{"id":7}]', headers: { 'content-range': 'orders 0-0/1' } };
    await expect(list()).rejects.toThrow('Réponse inattendue du serveur');
  });
});

describe('a refused write', () => {
  const create = async (): Promise<ApiError & { body?: { errors: unknown } }> => {
    const failure = await dataProvider.create('orders', { data: {} }).catch((error: unknown) => error);
    return failure as ApiError;
  };

  it('carries the status, the message and the errors by field of the server', async () => {
    const errors = { reference: 'Le code de référence doit contenir au moins 4 caractères' };
    reply = { status: 400, body: JSON.stringify({ message: 'Requête invalide', code: 'validation', errors }) };
    expect(await create()).toMatchObject({ message: 'Requête invalide', status: 400, body: { errors } });
  });

  it('carries the message as an error of the whole form when it names no field', async () => {
    const message = 'Une commande avec ce numéro de référence existe déjà';
    reply = { status: 409, body: JSON.stringify({ message, code: 'conflict' }) };
    expect((await create()).body?.errors).toEqual({ root: { serverError: message } });
  });

  it('adds no error to the form when the server failed', async () => {
    reply = { status: 500, body: JSON.stringify({ message: 'Erreur interne du serveur', code: 'internal' }) };
    const failure = await create();
    expect(failure.status).toBe(500);
    expect(failure.body).toBeUndefined();
  });

  it('has no message when the server returned no reason', async () => {
    reply = { status: 500, body: '' };
    expect(await create()).toMatchObject({ message: '', status: 500 });
  });

  it('advises to check the network when there was no response', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await create()).toMatchObject({ status: 0, message: expect.stringContaining('Vérifiez votre réseau') });
    vi.stubGlobal('fetch', fetch);
  });
});
