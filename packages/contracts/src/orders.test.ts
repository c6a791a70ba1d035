import { describe, expect, it } from 'vitest';
import { OrderSchema } from './orders.ts';

const AT = '2026-11-26T10:00:00.000Z';
const seenByAll = {
  id: 7,
  reference: 'FC-7',
  status: 'IN_TRANSIT',
  statusLabel: 'En Transit',
  statusKind: 'step',
  statusSentence: null,
  situation: null,
  furthestStep: 'IN_TRANSIT',
  estimatedDelivery: null,
  expectedArrival: null,
  mode: 'AIR',
  pieces: 2,
  weightGrams: null,
  recipientName: 'Awa O.',
  latestUpdate: null,
  latestUpdateTime: null,
  createdAt: AT,
  updatedAt: AT,
};
const ofOwner = {
  userId: 5,
  recipientPhone: '+22670000001',
  volumeCm3: null,
  contents: 'Chaussures',
  aliases: ['YT0001'],
  passedPieces: null,
  due: 180_000,
  paid: 50_000,
};
const ofStaff = {
  recipientConsent: false,
  archivedAt: null,
  lastEventAt: AT,
  goodsKind: 'battery',
  declaredValue: 250_000,
  isSilent: false,
  isDeletable: true,
  consignment: null,
};

describe('an order as its viewer sees it', () => {
  it.each([
    ['everybody', seenByAll, { pickupCode: '048213', isSilent: true, due: 180_000, paid: 50_000 }],
    ['its owner', { ...seenByAll, ...ofOwner, pickupCode: '048213' }, { isSilent: true }],
    ['staff', { ...seenByAll, ...ofOwner, ...ofStaff }, { pickupCode: '048213' }],
  ])('has for %s no field of other viewers', (_viewer, order, others) => {
    expect(OrderSchema.parse({ ...order, ...others })).toEqual(order);
  });
});
