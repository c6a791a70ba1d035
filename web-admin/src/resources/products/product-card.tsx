import type { Product } from '@fasocolis/contracts/catalog';
import { imageSources } from '@fasocolis/web-kit/images';
import { Box, Card, Typography } from '@mui/material';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { Badge } from '../../components/badge.tsx';
import { DeleteButton, EditButton } from '../../components/buttons.tsx';

interface ProductCardProps {
  product: Product;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProductCard({ product, onEdit, onDelete }: ProductCardProps) {
  const headingId = `product-${product.id}`;
  const image = product.imageUrl ?? product.imageUrls[0];
  return (
    <Card component="article" data-testid="product-card" aria-labelledby={headingId} sx={cardStyle}>
      {image ? (
        <Box
          component="img"
          {...imageSources(image, WIDEST)}
          sizes="(max-width: 640px) 100vw, 340px"
          alt=""
          loading="lazy"
          sx={imageStyle}
        />
      ) : (
        <Box sx={{ ...imageStyle, display: 'grid', placeContent: 'center' }}>
          <ShoppingBag aria-hidden size={48} strokeWidth={1} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, gap: 1, p: 2 }}>
        <Typography id={headingId} component="h2" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
          {product.name}
        </Typography>
        <Typography variant="body2" sx={descriptionStyle}>
          {product.description}
        </Typography>
        <Box className="row centred" sx={{ mt: 'auto' }}>
          <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>{product.price}</Typography>
          {product.hasFreeshipping && <Badge label="Livraison gratuite" colour="green" />}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mx: -1, '& .MuiButton-root': { px: 1 } }}>
          <EditButton describedBy={headingId} onClick={onEdit} />
          <DeleteButton describedBy={headingId} onClick={onDelete} />
        </Box>
      </Box>
    </Card>
  );
}

/** For a card on a high-density screen, in pixels. */
const WIDEST = 640;

const cardStyle = { display: 'flex', flexDirection: 'column', height: '100%' } as const;

const imageStyle = {
  display: 'block',
  width: '100%',
  aspectRatio: '4 / 3',
  objectFit: 'cover',
  color: 'text.secondary',
  bgcolor: 'background.default',
} as const;

const descriptionStyle = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  color: 'text.secondary',
  overflowWrap: 'anywhere',
} as const;
