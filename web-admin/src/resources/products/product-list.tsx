import type { Product } from '@fasocolis/contracts/catalog';
import { Box, Button, Skeleton } from '@mui/material';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { FilterLiveForm, ListBase, Pagination, SortButton, useListContext } from 'react-admin';
import { ListState } from '../../components/list-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useDialogInAddress } from '../../components/use-parameter-in-address.ts';
import { ProductCard } from './product-card.tsx';
import { ProductCreateDialog, ProductDeleteConfirmation, ProductEditDialog } from './product-dialogs.tsx';

export default function ProductList() {
  return (
    <ListBase sort={{ field: 'id', order: 'DESC' }} perPage={24} storeKey={false}>
      <ProductScreen />
    </ListBase>
  );
}

function ProductScreen() {
  const { data } = useListContext<Product>();
  const { isOpen: isCreating, open: create, close: closeCreation } = useDialogInAddress('create');
  const [edited, setEdited] = useState<Product>();
  const [doomed, setDoomed] = useState<Product>();

  return (
    <Screen
      title="Gestion des Produits"
      actions={
        <Button variant="contained" color="secondary" startIcon={<Plus aria-hidden size={20} />} onClick={create}>
          Ajouter un Produit
        </Button>
      }
    >
      <Box sx={toolbarStyle}>
        <FilterLiveForm>
          <SearchInput source="q" />
        </FilterLiveForm>
        <SortButton fields={['id', 'name', 'hasFreeshipping']} />
      </Box>
      <ListState
        skeleton={<ProductSkeleton />}
        empty="Aucun produit trouvé. Ajoutez votre premier produit pour commencer."
      >
        <Box component="ul" sx={gridStyle}>
          {data?.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} onEdit={() => setEdited(product)} onDelete={() => setDoomed(product)} />
            </li>
          ))}
        </Box>
        <Pagination rowsPerPageOptions={[12, 24, 48, 96]} />
      </ListState>
      {isCreating && <ProductCreateDialog onClose={closeCreation} />}
      {edited && <ProductEditDialog product={edited} onClose={() => setEdited(undefined)} />}
      {doomed && <ProductDeleteConfirmation product={doomed} onClose={() => setDoomed(undefined)} />}
    </Screen>
  );
}

function ProductSkeleton() {
  return (
    <Box sx={gridStyle}>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Skeleton key={key} variant="rounded" height={380} sx={{ borderRadius: 'var(--fc-radius-card)' }} />
      ))}
    </Box>
  );
}

const toolbarStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  mb: 2,
  '& form': { flex: '1 1 200px', maxWidth: { sm: 320 } },
} as const;

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;
