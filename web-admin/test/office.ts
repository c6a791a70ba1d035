import { POPUP_DEFAULTS } from '@fasocolis/contracts/popups';
import { consignment, definitions, milestone } from './consignments.ts';
import { FakeApi } from './fake-api.ts';
import { GREEN_POINT } from './images.ts';
import { change, event, order } from './orders.ts';
import { AWA, person, TELL_TEXT, TOLD } from './people.ts';
import { OPENING } from './popup-screens.ts';
import { WATCH } from './product-screens.ts';

const INSTANT = '2026-03-05T14:07:00.000Z';
const REQUEST = '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11';
export const LONG_ADDRESS = 'une.adresse.vraiment.tres.longue.sans.espace@sous-domaine.exemple-de-societe.bf';
const TERMS = { id: 2, slug: 'terms', title: "Conditions d'utilisation", lastUpdated: INSTANT };

const DELIVERY = {
  channel: 'email',
  kind: 'announcement',
  userId: null,
  references: ['FC-7ABC'],
  dropReason: null,
  state: 'failed',
  attempts: 30,
  lastError: 'Error: connect ECONNREFUSED',
};

const ROWS = {
  orders: [order, { ...order, id: 8, reference: 'FC-8DEF', isSilent: true }],
  'order-events': [event(1), event(2, { status: 'IN_TRANSIT', label: 'En Transit', note: 'Parti de Guangzhou' })],
  'order-changes': [change(41)],
  consignments: [consignment],
  'milestone-definitions': definitions,
  milestones: [milestone(80)],
  'stopped-numbers': [{ id: '+22670123453', name: 'Issa', stoppedAt: INSTANT, byUserId: 1 }],
  'order-statuses': [
    { id: 7, code: 'CUSTOMS', label: 'En douane', displayOrder: 4, isActive: true, kind: 'waiting' },
    { id: 8, code: 'LOST', label: 'Perdu', displayOrder: 5, isActive: false, kind: 'problem' },
  ],
  products: [{ ...WATCH, imageUrl: GREEN_POINT, imageUrls: [GREEN_POINT] }],
  users: [AWA],
  staff: [{ id: 1, firstName: 'Salif', lastName: 'Kaboré' }],
  'popup-notifications': [{ ...OPENING, ...POPUP_DEFAULTS, imageUrl: GREEN_POINT }],
  'contact-messages': [
    {
      ...{ id: 7, firstName: 'Fatou', lastName: 'Ouédraogo', email: 'fatou@example.com', phone: '+226 70123456' },
      ...{
        subject: 'Retard',
        message: 'Bonjour, où est mon colis ?',
        isRead: false,
        isAnswered: false,
        createdAt: INSTANT,
      },
    },
  ],
  'static-pages': [{ ...TERMS, content: '' }],
  'email-deliveries': [LONG_ADDRESS, null].map((recipient, index) => ({
    ...{ ...DELIVERY, id: `0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a1${index}`, recipient },
    ...{ requestId: REQUEST, createdAt: INSTANT, sentAt: null },
  })),
  team: [
    {
      ...{ id: 7, firstName: 'Issa', lastName: 'Sanou', email: 'issa@example.com', city: 'Guangzhou' },
      ...{ state: 'active', invitedAt: INSTANT, joinedAt: INSTANT },
    },
  ],
};

/** An office with one record or more on each screen. */
export function newOffice(): FakeApi {
  const api = new FakeApi(ROWS);
  api.respond('GET /api/pickup-points', 200, []);
  api.respond('GET /api/china-addresses', 200, []);
  api.respond('GET /api/app-settings/tell_text', 200, TELL_TEXT);
  api.compute('GET /api/to-tell', ({ query }) => {
    const { told } = JSON.parse(query.get('filter') ?? '{}') as { told: boolean };
    const people = told ? [person(3, 'Aminata', { told: TOLD })] : [person(1, 'Awa'), person(2, 'Ali')];
    return Response.json(people, { headers: { 'content-range': `to-tell 0-${people.length}/${people.length}` } });
  });
  api.respond('GET /api/static-pages/terms', 200, { ...TERMS, content: '<h2>Vos droits</h2><p>Lisez la suite.</p>' });
  for (const key of ['whatsapp_number', 'product_detail_paragraph']) {
    api.respond(`GET /api/app-settings/${key}`, 200, { key, value: '+22670123456', description: null });
  }
  api.respond('GET /api/report', 200, []);
  api.respond('GET /api/users/audience', 200, { customers: 1240, byEmail: 310 });
  return api;
}
