import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';

/** The notification as it will appear on a customer's screen. */
export function ToastPreview() {
  const [title, body] = useWatch({ name: ['title', 'body'] });
  if (!title && !body) return null;

  return (
    <Box component="figure" sx={{ m: 0, mt: 2, p: 2, bgcolor: 'background.default', borderRadius: 1 }}>
      <Box component="figcaption" sx={{ mb: 1, fontSize: 'var(--fc-text-small)', color: 'text.secondary' }}>
        Ce que le client verra
      </Box>
      <div className="fc-toast">
        <div className="fc-toast-text">
          <div className="fc-toast-title">{title}</div>
          <div>{body}</div>
        </div>
      </div>
    </Box>
  );
}
