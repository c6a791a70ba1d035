import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call with a valid body, and for each rule one change that violates it. */
interface Form {
  method: 'POST' | 'PATCH';
  path: string;
  caller: 'visitor' | 'customer' | 'admin';
  valid: object;
  /** The status for the valid body. Default: 200. */
  status?: number;
  /** The row of the rule, the field and its invalid value; `undefined` omits the field. */
  broken: [row: string, field: string, value: unknown][];
}

const reset = (row: string, value: string) => [row, 'password', value] satisfies Form['broken'][number];

/** The forms of both sites, sent by the user with the id `customerId`, in an installation with demo data. */
export function brokenForms(customerId: number): Form[] {
  const unused = `bf${crypto.randomUUID().slice(0, 8)}`;
  return [
    {
      ...{ method: 'POST', path: '/api/auth/forgot-password', caller: 'visitor', valid: { email: 'a@example.com' } },
      broken: [
        ['VAL-004', 'email', ''],
        ['VAL-005', 'email', 'awa'],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/auth/reset-password', caller: 'visitor' },
      // A valid password leads to the next check: that of the link.
      valid: { token: 'unknown', password: 'Abcd-123' },
      status: 400,
      broken: [
        reset('VAL-006', 'Abcd-12'),
        reset('VAL-007', 'abcd-123'),
        reset('VAL-008', 'ABCD-123'),
        reset('VAL-009', 'Abcd-efg'),
        reset('VAL-010', 'Abcd1234'),
      ],
    },
    {
      ...{ method: 'POST', path: '/api/auth/login', caller: 'visitor' },
      valid: { email: 'client', password: 'Client-1234' },
      broken: [
        ['VAL-013', 'email', ''],
        ['VAL-013', 'email', undefined],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/auth/register', caller: 'visitor', status: 201 },
      valid: {
        ...{ firstName: 'Bo', lastName: 'Ba', username: unused, email: `${unused}@example.com`, phone: '' },
        password: 'kx7-q2',
      },
      broken: [
        ['VAL-015', 'firstName', 'B'],
        ['VAL-016', 'lastName', 'B'],
        ['VAL-017', 'username', 'bo'],
        ['VAL-018', 'email', 'bob'],
        ['VAL-020', 'password', '12345'],
      ],
    },
    {
      ...{ method: 'PATCH', path: `/api/users/${customerId}`, caller: 'customer' },
      valid: { username: 'client', email: 'client@example.com' },
      broken: [
        ['VAL-022', 'username', 'cl'],
        ['VAL-023', 'email', 'client@'],
      ],
    },
    {
      ...{ method: 'PATCH', path: `/api/users/${customerId}/password`, caller: 'customer' },
      valid: { currentPassword: 'Client-1234', newPassword: 'Client-1234' },
      broken: [
        ['VAL-024', 'currentPassword', '12345'],
        ['VAL-025', 'newPassword', '12345'],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/contact-messages', caller: 'visitor', status: 201 },
      valid: {
        ...{ firstName: 'Bo', lastName: 'Ba', email: 'bo@example.com', phone: '' },
        ...{ subject: 'Colis', message: 'Où est-il ?' },
      },
      broken: [
        ['VAL-028', 'firstName', 'B'],
        ['VAL-029', 'lastName', 'B'],
        ['VAL-030', 'email', 'bo'],
        ['VAL-032', 'subject', 'Quoi'],
        ['VAL-033', 'message', 'Où est-il'],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/orders', caller: 'admin', status: 201 },
      valid: { reference: unused, estimatedDelivery: '', userId: null },
      broken: [
        ['VAL-034', 'reference', 'BF1'],
        ['VAL-036', 'userId', 1.5],
      ],
    },
    {
      ...{ method: 'PATCH', path: '/api/orders/1', caller: 'admin', valid: { status: 'PROCESSING' } },
      broken: [
        ['VAL-037', 'status', undefined],
        ['VAL-037', 'status', 3],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/order-statuses', caller: 'admin', status: 201 },
      valid: { code: unused, label: 'Au', displayOrder: 1 },
      broken: [
        ['VAL-039', 'code', 'A'],
        ['VAL-040', 'label', 'A'],
        ['VAL-041', 'displayOrder', 0],
        ['VAL-041', 'displayOrder', 'un'],
        ['VAL-042', 'isActive', 'oui'],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/products', caller: 'admin', status: 201 },
      valid: { name: 'Sac', description: 'En cuir.', price: '99,99€', imageUrl: '', imageUrls: [] },
      broken: [
        ['VAL-043', 'name', ''],
        ['VAL-044', 'description', ' '],
        ['VAL-045', 'price', undefined],
        ['VAL-046', 'imageUrl', 'ftp://example.com/sac.webp'],
        ['VAL-047', 'imageUrls', Array(4).fill('https://example.com/sac.webp')],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/notifications', caller: 'admin', status: 201 },
      valid: { title: 'Bonjour', body: 'Votre colis.', isGlobal: false, targetUserId: customerId },
      broken: [
        ['VAL-050', 'title', ''],
        ['VAL-051', 'body', ''],
        ['VAL-052', 'isGlobal', 'non'],
        ['VAL-054', 'targetUserId', undefined],
        ['VAL-054', 'targetUserId', 0],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/popup-notifications', caller: 'admin', status: 201 },
      valid: { title: 'Promo', content: 'Bientôt.', isActive: false },
      broken: [
        ['VAL-055', 'title', ''],
        ['VAL-056', 'content', ''],
        ['VAL-057', 'textColor', 3],
        ['VAL-060', 'imagePosition', 'centre'],
      ],
    },
    {
      ...{ method: 'PATCH', path: '/api/static-pages/about', caller: 'admin' },
      valid: { title: 'À propos', content: '<p>Bonjour</p>' },
      broken: [
        ['VAL-067', 'title', ''],
        ['VAL-068', 'content', ''],
      ],
    },
    {
      ...{ method: 'POST', path: '/api/app-settings/whatsapp_number', caller: 'admin', valid: { value: '701234567' } },
      broken: [
        ['VAL-069', 'value', '70123456'],
        ['VAL-070', 'value', '70 12 34 56 78'],
        ['VAL-070', 'value', '7012a4567'],
      ],
    },
  ];
}

const NOT_SENT = [
  // Rules that only the sites check: confirmations, the minimum of the sign-in form (D-26), upload fields.
  ...['VAL-011', 'VAL-014', 'VAL-021', 'VAL-026', 'VAL-027', 'VAL-062', 'VAL-063', 'VAL-065'],
  // Rules without a form: a blank reference is not sent, ids typed as one text are sent one by one, and a link is no
  // form.
  ...['VAL-003', 'VAL-053', 'VAL-012'],
];

/** The rules on forms in the acceptance matrix, with row and message, without those about what is never sent. */
export function wordedRules(): Map<string, string> {
  const matrix = readFileSync(join(import.meta.dirname, '../../docs/requirements.md'), 'utf8');
  const worded = [...matrix.matchAll(/^\| (VAL-\d+) \| (.*?) \|/gm)].flatMap(([, row = '', rule = '']) => {
    const [, inDouble, inSingle] = / "([^" ]+ [^"]+)"| '(.+)'/.exec(rule) ?? [];
    const sentence = (inDouble ?? inSingle)?.replace('{host}', 'http://,');
    return sentence === undefined || NOT_SENT.includes(row) ? [] : [[row, sentence] as const];
  });
  return new Map(worded);
}
