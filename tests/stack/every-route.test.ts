import { DEMO_AGENT, DEMO_AGENT_PASSWORD } from '@fasocolis/contracts/demo';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { createIdentityKey } from '@fasocolis/service-kit/auth/identity-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, type Operation, operationsOf } from './operations.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

/** The operations by the callers that may send them; an operation without an entry fails the test. */
const RIGHTS = {
  public: [
    ...['appleSignIn', 'appleCallback', 'appleFormCallback', 'facebookSignIn', 'facebookCallback', 'googleSignIn'],
    ...['googleCallback', 'login', 'logout', 'register', 'forgotPassword', 'verifyResetToken', 'resetPassword'],
    ...['verifyEmail', 'restoreEmail', 'openUnsubscribePage', 'unsubscribe', 'completeSignIn'],
    ...['listProducts', 'findProduct', 'productsImage', 'productImagePreview', 'popup-notificationsImage'],
    ...['getAppSetting', 'getWhatsappNumber', 'getStaticPage', 'sendContactMessage'],
    ...['getWhatsappState', 'findOrder', 'listOrderEvents', 'listTransitTimes', 'getPushKey'],
    ...['savePushDevice', 'replacePushDevice', 'getWhatsappChoice', 'setWhatsappChoice'],
  ],
  user: [
    ...[
      'currentUser',
      'sendVerification',
      'listSessions',
      'endSession',
      'listPushDevices',
      'removePushDevice',
      'listSignInMethods',
      'unlinkProvider',
    ],
    ...['getTwoFactor', 'beginTwoFactor', 'confirmTwoFactor', 'disableTwoFactor', 'renewRecoveryCodes'],
    'reauthenticate',
    ...['exportOwnData', 'markNotificationRead', 'markPopupSeen', 'saveOrder', 'unsaveOrder', 'isOrderSaved'],
    ...['findHandover', 'handoverPhoto'],
  ],
  /** Every user but the administrator. */
  customer: ['deleteOwnAccount'],
  /** The user in the path, and the administrator. */
  owner: ['updateUser', 'deleteUser', 'listNotifications', 'listUnseenPopups', 'listSavedOrders', 'listOrdersOfUser'],
  /** The user in the path alone. */
  self: ['changePassword'],
  /** The administrator and agents. */
  staff: [
    ...['listOrders', 'createOrder', 'importOrders', 'exportOrders', 'updateOrder', 'deleteOrder', 'createOrderEvent'],
    ...['withdrawOrderEvent', 'listAllOrderEvents', 'list-order-changes', 'listOrderMessages'],
    ...['listOrderStatuses', 'listStaff'],
    ...['listConsignments', 'suggestConsignmentCode', 'createConsignment', 'updateConsignment', 'deleteConsignment'],
    ...['addOrdersToConsignment', 'removeOrderFromConsignment', 'exportConsignment'],
    ...['listMilestoneDefinitions', 'listMilestones', 'listSkippedOrders', 'recordMilestone', 'cancelMilestone'],
    ...['handOverOrder', 'sendScans', 'listPeopleToTell', 'tellPerson', 'undoTellPerson'],
    ...['stopTellingPerson', 'listStoppedNumbers', 'resumeTellingNumber'],
  ],
  admin: [
    ...['createMilestoneDefinition', 'updateMilestoneDefinition', 'deleteMilestoneDefinition'],
    ...['listUsers', 'exportUsers', 'createProduct', 'updateProduct', 'deleteProduct'],
    ...[
      'setProductParagraph',
      'setWhatsappNumber',
      'setTextOfOneOrder',
      'setTextOfSeveralOrders',
      'setWhatsappTemplate',
    ],
    ...['listStaticPages', 'updateStaticPage', 'list-setting-changes'],
    ...['listContactMessages', 'listUnreadContactMessages', 'markContactMessageRead', 'deleteContactMessage'],
    ...['listEmailDeliveries', 'retryFailedEmailDeliveries', 'retryEmailDelivery', 'getQueueOverview'],
    ...['retryFailedEvent', 'sendNotification', 'getPushSummary'],
    ...['listPopups', 'createPopup', 'updatePopup', 'deletePopup'],
    ...['createOrderStatus', 'updateOrderStatus', 'deleteOrderStatus'],
    ...['listTeam', 'inviteAgent', 'inviteAgentAgain', 'updateAgent', 'revokeAgent'],
    ...['getTeamSecurity', 'updateTeamSecurity'],
  ],
} as const satisfies Record<string, readonly string[]>;
type Right = keyof typeof RIGHTS;
type Caller = 'visitor' | 'customer' | 'agent' | 'administrator';

/** How a caller who is not the user in the path is refused; null when not. */
const REFUSALS: Record<Right, Record<Caller, 401 | 403 | null>> = {
  public: { visitor: null, customer: null, agent: null, administrator: null },
  user: { visitor: 401, customer: null, agent: null, administrator: null },
  customer: { visitor: 401, customer: null, agent: null, administrator: 403 },
  owner: { visitor: 401, customer: 403, agent: 403, administrator: null },
  self: { visitor: 401, customer: 403, agent: 403, administrator: 403 },
  staff: { visitor: 401, customer: 403, agent: null, administrator: null },
  admin: { visitor: 401, customer: 403, agent: 403, administrator: null },
};

let stack: TemporaryStack;
let operations: Operation[];
let identityKeys: Record<string, string>;
beforeAll(async () => {
  stack = await startTemporaryStack('every-route');
  operations = await operationsOf(stack);
  identityKeys = stack.secrets();
}, 120_000);
afterAll(() => stack?.stop());

const json = { 'content-type': 'application/json' };

async function signIn(email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${stack.url}/api/auth/login`, { method: 'POST', headers: json, body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A request for an unknown id with an invalid body, which changes nothing for any caller. */
async function refusalOf(base: string, { method, path }: Operation, headers: Record<string, string>) {
  const hasBody = method === 'POST' || method === 'PATCH';
  const response = await fetch(base + path.replaceAll(/\{\w+\}/g, '2000000000'), {
    method,
    headers: { ...headers, ...(hasBody && json) },
    ...(hasBody && { body: '{broken' }),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return response.status === 401 || response.status === 403 ? response.status : null;
}

describe('the operations of the API', () => {
  it('are in the table of access above, each once', () => {
    const listed = Object.values(RIGHTS).flat().toSorted();
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(listed);
  });

  it.each<[Caller, () => Promise<string>]>([
    ['visitor', async () => ''],
    ['customer', () => signIn('client', 'Client-1234')],
    ['agent', () => signIn(DEMO_AGENT.username, DEMO_AGENT_PASSWORD)],
    ['administrator', () => signIn(stack.adminEmail, stack.adminPassword)],
  ])('accept the %s as in the table, and no other [TEAM-002]', async (caller, cookieOf) => {
    const cookie = await cookieOf();
    for (const [right, operationIds] of Object.entries(RIGHTS)) {
      const expected = REFUSALS[right as Right][caller];
      for (const operationId of operationIds) {
        const operation = operations.find((each) => each.operationId === operationId);
        // Signing out would end the session of the following requests.
        if (!operation || operationId === 'logout') continue;
        expect(await refusalOf(stack.url, operation, { cookie }), operationId).toBe(expected);
      }
    }
  });

  const ADMINISTRATOR = { userId: 1, isAdmin: true, sessionKey: 'stolen' };
  it.each<[string, (operation: Operation) => string]>([
    ['signed by another service', ({ service }) => identitySigner(keyOf('catalog'))(service, ADMINISTRATOR)],
    [
      'signed by the gateway for another service',
      ({ service }) => identitySigner(keyOf('gateway'))(service === 'auth' ? 'orders' : 'auth', ADMINISTRATOR),
    ],
    [
      'signed with an unknown key',
      ({ service }) => identitySigner(createIdentityKey('gateway'))(service, ADMINISTRATOR),
    ],
  ])('treat an identity of the administrator that is %s as that of a visitor [SEC-011]', async (_what, sign) => {
    for (const [right, operationIds] of Object.entries(RIGHTS)) {
      for (const operationId of operationIds) {
        const operation = operations.find((each) => each.operationId === operationId);
        if (!operation) continue;
        const headers = { [IDENTITY_HEADER]: sign(operation) };
        const refusal = await refusalOf(addressOf(stack, operation.service), operation, headers);
        expect(refusal, operationId).toBe(REFUSALS[right as Right].visitor);
      }
    }
  });
});

const keyOf = (process: string) => identityKeys[`identity-${process}`] ?? '';
