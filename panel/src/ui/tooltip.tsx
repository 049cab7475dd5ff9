/** In a file of its own, to be loaded when a tooltip is first shown. */
export { Tooltip } from '@mantine/core';
