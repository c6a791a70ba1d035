import { COUNT_GROUPS } from '@fasocolis/contracts/consignments';
import { consignmentOperations } from '@fasocolis/contracts/operations/consignments';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { countConsignment, countedPieces } from '../shared/consignment-count.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { WITHOUT_SEARCH } from '../shared/order-presenter.ts';

const countedListSpec = defineList({
  resource: 'counted-orders',
  sortable: ['id'],
  filters: { group: z.enum(COUNT_GROUPS) },
});

export const countRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, statuses, presenter }) => {
  const count = async (consignmentId: number) => {
    const endedStatuses = await statuses.ended();
    const known = await database.consignment.count({ where: { id: consignmentId } });
    if (known === 0) throw new AppError('not-found', 'Expédition non trouvée');
    return { endedStatuses, counts: await countConsignment(database, consignmentId, endedStatuses) };
  };

  handle(app, consignmentOperations.countConsignment, async ({ params }) => (await count(params.id)).counts);

  handleList(
    app,
    consignmentOperations.listCountedOrders,
    countedListSpec,
    async ({ filters: { group = 'expected' }, ...page }, request) => {
      const consignmentId = request.params.id;
      const { endedStatuses, counts } = await count(consignmentId);
      const { end } = counts;
      const pieces = await countedPieces(database, { consignmentId, endedStatuses, group, end }, page);
      const where = { id: { in: pieces.map(({ id }) => id) } };
      const rows = await database.order.findMany({ where, omit: WITHOUT_SEARCH });
      const orders = new Map((await presenter.presentAllToStaff(rows)).map((order) => [order.id, order]));
      const counted = pieces.flatMap(({ id, ...numbers }) => {
        const order = orders.get(id);
        return order ? { ...order, ...numbers } : [];
      });
      return { rows: counted, total: counts[group] };
    },
  );
};
