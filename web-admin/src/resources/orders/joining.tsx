import { MessageSchema } from '@fasocolis/contracts/common';
import { MemberOutcomesSchema } from '@fasocolis/contracts/consignments';
import { api } from '@fasocolis/web-kit/api';
import { BooleanInput, ReferenceInput, SelectInput } from 'react-admin';
import * as z from 'zod/mini';
import type { BulkAction, BulkResult } from '../../components/bulk/use-bulk.ts';
import { orderCount } from '../../components/words.ts';

/** "Mettre dans une expédition" for many orders. */
export const joining = {
  title: 'Mettre dans une expédition',
  schema: z.object({ consignmentId: z.int('Choisissez une expédition'), isConfirmed: z.optional(z.boolean()) }),
  inputs: (
    <>
      <ReferenceInput
        source="consignmentId"
        reference="consignments"
        filter={{ open: true }}
        sort={{ field: 'createdAt', order: 'DESC' }}
        perPage={100}
      >
        <SelectInput
          label="Expédition"
          optionText="code"
          isRequired
          helperText="Les 100 dernières qui ne sont pas clôturées."
        />
      </ReferenceInput>
      <BooleanInput source="isConfirmed" label="Mettre aussi les colis sans nom" />
    </>
  ),
  async effects({ length: count }) {
    const travel = count > 1 ? 'voyageront' : 'voyagera';
    return {
      lines: [`${orderCount(count)} ${travel} avec cette expédition.`, 'Les clients ne seront pas prévenus.'],
    };
  },
  async apply(ids, { consignmentId: id, isConfirmed = false }) {
    const lines = ids.map((orderId, index) => ({ line: index + 1, orderId }));
    const body = { lines, dryRun: false, ...(isConfirmed && { isConfirmed: true }) };
    const outcomes = await api.post('/api/consignments/:id/orders', body, MemberOutcomesSchema, { params: { id } });
    return new Map(
      outcomes.map(({ line, outcome, message = '' }): [number, BulkResult] => {
        const orderId = ids[line - 1] ?? 0;
        if (outcome === 'refused') return [orderId, { state: 'failed', reason: message }];
        if (outcome === 'already') return [orderId, { state: 'left', reason: 'Déjà dans cette expédition' }];
        const undo = () =>
          api.delete('/api/consignments/:id/orders/:orderId', MessageSchema, { params: { id, orderId } });
        return [orderId, { state: 'done', undo }];
      }),
    );
  },
} satisfies BulkAction;
