import { Box } from '@mui/material';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { RequestAnalysis } from './RequestAnalysis.tsx';
import { RecentTranscriptions } from './recent/RecentTranscriptions.tsx';
import { ShopifyIntegration } from './shop/ShopifyIntegration.tsx';

const layout = {
  display: 'grid',
  alignItems: 'start',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px', xl: 'minmax(0, 1fr) 400px' },
} as const;

const aside = {
  display: 'grid',
  alignItems: 'start',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
} as const;

/** The home screen: a reply to the customer at hand, beside the latest calls and orders. */
export function ResponseCenter() {
  return (
    <PageLayout title="AI Response Center" hint="Paste what a customer wrote, get a reply to check, and send it.">
      <Box sx={layout}>
        <RequestAnalysis />
        <Box sx={aside}>
          <RecentTranscriptions />
          <ShopifyIntegration />
        </Box>
      </Box>
    </PageLayout>
  );
}
