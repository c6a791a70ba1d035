import { GOODS_KIND_LABELS, GOODS_KINDS } from '@fasocolis/contracts/goods-kinds';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';

export const MODES = TRANSPORT_MODES.map((id) => ({ id, name: TRANSPORT_MODE_LABELS[id] }));
export const GOODS = GOODS_KINDS.map((id) => ({ id, name: GOODS_KIND_LABELS[id] }));
