import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import type {
  PaymentAccount,
  PaymentSettings,
  UpdatePaymentSettingsSchema,
} from '@fasocolis/contracts/payment-settings';
import { PAYMENT_METHOD_LABELS } from '@fasocolis/contracts/payments';
import { type Actor, actorOf, logChanges } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Dependencies } from '../shared/dependencies.ts';

const KEY = 'payments';
const ROW = { where: { id: 1 }, omit: { id: true } } as const;

export async function readPaymentAccounts(database: Database | Transaction): Promise<PaymentAccount[]> {
  const accounts = await database.paymentAccount.findMany({ orderBy: { position: 'asc' }, omit: { position: true } });
  return accounts.map(({ method, ...account }) => ({ ...account, method: method as PaymentAccount['method'] }));
}

async function read(database: Database | Transaction): Promise<PaymentSettings> {
  const settings = await database.paymentSettings.findUniqueOrThrow(ROW);
  return { ...settings, accounts: await readPaymentAccounts(database) };
}

/** As the change log stores them: values are texts. */
const logged = ({ accounts, ...settings }: PaymentSettings) => ({
  ...settings,
  accounts: accounts
    .map(({ method, number, ussd }) => [PAYMENT_METHOD_LABELS[method], number, ussd].filter(Boolean).join(' '))
    .join(', '),
});

export const paymentSettingRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, auth }) => {
  handle(app, paymentOperations.getPaymentSettings, () => read(database));

  handle(app, paymentOperations.updatePaymentSettings, (request) => update(database, request.body, actorOf(request)));

  handle(app, paymentOperations.getCredit, async ({ params: { userId } }) => ({
    hasCredit: (await database.creditCustomer.findUnique({ where: { userId } })) !== null,
  }));

  handle(app, paymentOperations.setCredit, async (request) => {
    const { hasCredit } = request.body;
    const user = await auth.find(accountOperations.getUser, request.id, { params: { id: request.params.userId } });
    if (!user) throw new AppError('not-found', 'Utilisateur non trouvé');
    await setCredit(database, request.params.userId, hasCredit, actorOf(request));
    return { hasCredit };
  });
};

function update(
  database: Database,
  body: z.infer<typeof UpdatePaymentSettingsSchema>,
  actor: Actor,
): Promise<PaymentSettings> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM payment_settings WHERE id = 1 FOR UPDATE`;
    const before = await read(transaction);
    const { volumetricDivisor = before.volumetricDivisor, receiptPrefix = before.receiptPrefix } = body;
    const { releasesWithRest = before.releasesWithRest, accounts = before.accounts } = body;
    const { storageFreeDays = before.storageFreeDays, storagePrice = before.storagePrice } = body;
    const settings = { volumetricDivisor, receiptPrefix, releasesWithRest, storageFreeDays, storagePrice };
    const after = { ...settings, accounts };
    await transaction.paymentSettings.update({ where: ROW.where, data: settings });
    await transaction.paymentAccount.deleteMany();
    await transaction.paymentAccount.createMany({ data: accounts.map((each, position) => ({ ...each, position })) });
    const values = { before: logged(before), after: logged(after) };
    const entry = { subject: 'setting', subjectId: KEY, name: KEY, action: 'changed' } as const;
    await logChanges(transaction, actor, [{ ...entry, ...values }]);
    return after;
  });
}

async function setCredit(database: Database, userId: number, hasCredit: boolean, actor: Actor): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { count } = hasCredit
      ? await transaction.creditCustomer.createMany({ data: { userId, grantedBy: actor.userId }, skipDuplicates: true })
      : await transaction.creditCustomer.deleteMany({ where: { userId } });
    if (count === 0) return;
    const values = { before: { hasCredit: !hasCredit }, after: { hasCredit } };
    const entry = {
      subject: 'setting',
      subjectId: `credit-${userId}`,
      name: `credit-${userId}`,
      action: 'changed',
    } as const;
    await logChanges(transaction, actor, [{ ...entry, ...values }]);
  });
}
