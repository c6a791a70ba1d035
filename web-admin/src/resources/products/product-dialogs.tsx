import type { Product } from '@fasocolis/contracts/catalog';
import { CreateBase, EditBase, RecordContextProvider, useListContext } from 'react-admin';
import { DeleteConfirmation } from '../../components/delete-confirmation.tsx';
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
  return (
    <DeleteConfirmation
      resource="products"
      record={product}
      name={product.name}
      content="Le produit et ses images disparaîtront du catalogue. Cette action est irréversible."
      pendingLabel="Suppression..."
      outcome={{ success: 'Produit supprimé avec succès', failure: 'Échec de la suppression du produit' }}
      onDeleted={onClose}
      onClose={onClose}
    />
  );
}
