import type { Product } from '@fasocolis/contracts/catalog';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { Confirm, CreateBase, EditBase, RecordContextProvider, useDelete, useListContext } from 'react-admin';
import { FormDialog } from '../../components/form-dialog.tsx';
import { announce } from '../../components/outcome.ts';
import { formOf, NEW_PRODUCT, ProductFormSchema } from './product-form.ts';
import { ProductInputs } from './product-inputs.tsx';

interface DialogProps {
  onClose: () => void;
}

export function ProductCreateDialog({ onClose }: DialogProps) {
  return (
    <CreateBase
      redirect={false}
      mutationOptions={announce({
        success: 'Produit créé avec succès',
        failure: 'Échec de la création du produit',
        onSuccess: onClose,
      })}
    >
      <FormDialog
        title="Ajouter un produit"
        schema={ProductFormSchema}
        defaultValues={NEW_PRODUCT}
        submitLabel="Ajouter"
        pendingLabel="Ajout..."
        onClose={onClose}
      >
        <ProductInputs />
      </FormDialog>
    </CreateBase>
  );
}

export function ProductEditDialog({ product, onClose }: DialogProps & { product: Product }) {
  const { refetch } = useListContext<Product>();

  return (
    <EditBase<Product>
      id={product.id}
      redirect={false}
      mutationMode="pessimistic"
      queryOptions={{ onError: onClose }}
      mutationOptions={announce({
        success: 'Produit mis à jour avec succès',
        failure: 'Échec de la mise à jour du produit',
        onSuccess: () => {
          void refetch();
          onClose();
        },
      })}
      render={({ record }) =>
        record && (
          <RecordContextProvider value={formOf(record)}>
            <FormDialog
              title="Modifier le produit"
              schema={ProductFormSchema}
              submitLabel="Enregistrer"
              pendingLabel="Mise à jour..."
              onClose={onClose}
            >
              <ProductInputs />
            </FormDialog>
          </RecordContextProvider>
        )
      }
    />
  );
}

export function ProductDeleteConfirmation({ product, onClose }: DialogProps & { product: Product }) {
  const { refetch } = useListContext<Product>();
  const [remove, { isPending }] = useDelete<Product>(
    'products',
    { id: product.id, previousData: product },
    {
      mutationMode: 'pessimistic',
      ...announce({
        success: 'Produit supprimé avec succès',
        failure: 'Échec de la suppression du produit',
        onSuccess: () => {
          void refetch();
          onClose();
        },
      }),
    },
  );

  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`Supprimer « ${product.name} » ?`}
      content="Le produit et ses images disparaîtront du catalogue. Cette action est irréversible."
      confirm={isPending ? 'Suppression...' : 'Supprimer'}
      confirmColor="warning"
      ConfirmIcon={Trash2}
      CancelIcon={X}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
