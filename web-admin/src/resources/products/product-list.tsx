import { PRODUCT_IMAGE_MAX_BYTES, PRODUCT_IMAGE_TOO_LARGE, type Product } from '@fasocolis/contracts/catalog';
import { Box } from '@mui/material';
import { BooleanInput, SortButton, TextInput } from 'react-admin';
import { CreateButton } from '../../components/buttons.tsx';
import { ListSearch } from '../../components/filters.tsx';
import { ImageInput } from '../../components/image-input.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { RecordGrid } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { ExtraImagesInput } from './extra-images-input.tsx';
import { ProductCard } from './product-card.tsx';
import { formOf, NEW_PRODUCT, ProductFormSchema } from './product-form.ts';

export default function ProductList() {
  const dialogs = useRecordDialogs<Product>();
  return (
    <ScreenList sort={{ field: 'id', order: 'DESC' }} perPage={24}>
      <Screen
        title="Gestion des Produits"
        actions={<CreateButton onClick={dialogs.creation.open}>Ajouter un Produit</CreateButton>}
      >
        <Box className="row centred" sx={toolbarStyle}>
          <ListSearch />
          <SortButton fields={['id', 'name', 'hasFreeshipping']} />
        </Box>
        <RecordGrid<Product>
          minWidth={260}
          height={380}
          empty="Aucun produit trouvé. Ajoutez votre premier produit pour commencer."
        >
          {(product) => (
            <ProductCard
              product={product}
              onEdit={() => dialogs.edit.open(product.id)}
              onDelete={() => dialogs.setRemoved(product)}
            />
          )}
        </RecordGrid>
        <RecordDialogs
          dialogs={dialogs}
          create={{
            ...form,
            title: 'Ajouter un produit',
            defaultValues: NEW_PRODUCT,
            submitLabel: 'Ajouter',
            pendingLabel: 'Ajout...',
            outcome: { success: 'Produit créé avec succès', failure: 'Échec de la création du produit' },
          }}
          edit={{
            ...form,
            title: 'Modifier le produit',
            valuesOf: formOf,
            pendingLabel: 'Mise à jour...',
            outcome: { success: 'Produit mis à jour avec succès', failure: 'Échec de la mise à jour du produit' },
          }}
          remove={{
            resource: 'products',
            name: ({ name }) => name,
            content: () => 'Le produit et ses images disparaîtront du catalogue. Cette action est irréversible.',
            pendingLabel: 'Suppression...',
            outcome: { success: 'Produit supprimé avec succès', failure: 'Échec de la suppression du produit' },
          }}
        />
      </Screen>
    </ScreenList>
  );
}

const imageLimit = { maxBytes: PRODUCT_IMAGE_MAX_BYTES, tooLarge: PRODUCT_IMAGE_TOO_LARGE };

const form = {
  schema: ProductFormSchema,
  children: (
    <>
      <TextInput source="name" isRequired />
      <TextInput source="description" multiline minRows={3} isRequired />
      <TextInput source="price" isRequired helperText="Tel que vos clients le liront, par exemple 15 000 FCFA." />
      <ImageInput label="Image principale" limit={imageLimit} hint="Formats acceptés : JPG, PNG, GIF, WebP." />
      <ExtraImagesInput limit={imageLimit} />
      <BooleanInput source="hasFreeshipping" />
      <TextInput source="features" multiline minRows={3} helperText="Une par ligne." />
      <TextInput
        source="specifications"
        multiline
        minRows={3}
        helperText="Une par ligne, par exemple « Poids: 45 g »."
      />
    </>
  ),
};

const toolbarStyle = { gap: '0 16px', mb: 2, '& form': { flex: '1 1 200px', maxWidth: { sm: 320 } } } as const;
