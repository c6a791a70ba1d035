import { OPERATIONS } from '@fasocolis/contracts/operations/index';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { expect, it } from 'vitest';

/** Writes of staff by the log that has their entries; tests of the services show the entries. */
const LOGGED: Record<string, string[]> = {
  'order-changes': [
    ...['createOrder', 'importOrders', 'updateOrder', 'deleteOrder', 'tellCustomers', 'withdrawOrderEvent'],
    ...[
      'createConsignment',
      'updateConsignment',
      'deleteConsignment',
      'addOrdersToConsignment',
      'removeOrderFromConsignment',
    ],
    ...['recordMilestone', 'cancelMilestone', 'withdrawMilestone'],
    ...['createOrderStatus', 'updateOrderStatus', 'deleteOrderStatus'],
    ...['createMilestoneDefinition', 'updateMilestoneDefinition', 'deleteMilestoneDefinition'],
    ...['createTariff', 'updateTariff', 'deleteTariff', 'addCharge', 'chargeFreight', 'cancelCharge'],
    ...['addOrderAlias', 'removeOrderAlias', 'confirmPaymentReport', 'refusePaymentReport', 'waiveStorage'],
    ...['recordPayment', 'cancelPayment', 'updatePayment', 'updatePaymentSettings', 'setCredit'],
    ...['handOverOrder', 'sendScans', 'acceptClaim', 'refuseClaim', 'reportProblem', 'closeProblem'],
  ],
  'product-changes': ['createProduct', 'updateProduct', 'deleteProduct'],
  'message-changes': [
    ...['sendNotification', 'createPopup', 'updatePopup', 'deletePopup'],
    ...['retryFailedDeliveries', 'retryDelivery'],
    ...['tellPerson', 'undoTellPerson', 'stopTellingPerson', 'resumeTellingNumber'],
  ],
  'setting-changes': [
    ...['markContactMessageRead', 'setContactMessageAnswered', 'deleteContactMessage', 'updateStaticPage'],
    ...['setWhatsappNumber', 'setProductParagraph', 'setTellText', 'setWhatsappTemplate', 'setPickupPoints'],
    ...['setClientCodePrefix', 'setChinaAddresses'],
  ],
  'account-changes': [
    ...['deleteUser', 'inviteAgent', 'inviteAgentAgain', 'updateAgent', 'revokeAgent'],
    ...['resetSecondFactorOfAgent', 'updateTeamSecurity', 'createSignInLink'],
  ],
};

/** They have a body, and change nothing. */
const READS = ['previewTelling'];

/** Everybody may delete the own account. */
const ALSO_OF_USERS = 'deleteUser';

it('every write of staff is in a log of the Journal [OFF-010]', () => {
  const all = Object.values(OPERATIONS).flatMap((ofService) => Object.values<Operation>(ofService));
  const writes = all
    .filter(
      ({ id, access, method }) => method !== 'GET' && (['staff', 'admin'].includes(access) || id === ALSO_OF_USERS),
    )
    .map(({ id }) => id)
    .filter((id) => !READS.includes(id));
  expect(writes.toSorted()).toEqual(Object.values(LOGGED).flat().toSorted());
});
