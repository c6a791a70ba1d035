import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Confirm, useDelete, useUpdate } from 'react-admin';
import { outcomeToasts } from '../../../components/outcome.ts';

const WORDS = {
  archive: {
    title: 'Archiver',
    content:
      "Le colis quitte les listes et les compteurs, et son lien dit «\u00a0Ce colis n'est plus suivi.\u00a0» Vous pourrez le désarchiver.",
    success: 'Commande archivée',
  },
  unarchive: {
    title: 'Désarchiver',
    content: 'Le colis revient dans les listes et les compteurs, et son lien fonctionne de nouveau.',
    success: 'Commande désarchivée',
  },
  delete: {
    title: 'Supprimer',
    content:
      "Elle a été créée par erreur\u00a0? Elle disparaît définitivement, et son numéro ne mène plus à rien. C'est possible tant que rien d'autre ne lui est arrivé.",
    success: 'Commande supprimée',
  },
} as const;

interface RemovalDialogProps {
  order: StaffOrder;
  action: keyof typeof WORDS;
  onDone: () => void;
  onClose: () => void;
}

export function RemovalDialog({ order, action, onDone, onClose }: RemovalDialogProps) {
  const { title, content, success } = WORDS[action];
  const options = {
    mutationMode: 'pessimistic' as const,
    ...outcomeToasts({ success, onSuccess: onDone }),
  };
  const [update, updating] = useUpdate();
  const [remove, removing] = useDelete();
  const isPending = updating.isPending || removing.isPending;
  const confirm = () => {
    const { id } = order;
    if (action === 'delete') void remove('orders', { id, previousData: order }, options);
    else void update('orders', { id, data: { archived: action === 'archive' }, previousData: order }, options);
  };
  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`${title} «\u00a0${order.reference}\u00a0»\u00a0?`}
      content={content}
      confirm={title}
      confirmColor={action === 'unarchive' ? 'primary' : 'warning'}
      onConfirm={confirm}
      onClose={() => {
        if (!isPending) onClose();
      }}
    />
  );
}
