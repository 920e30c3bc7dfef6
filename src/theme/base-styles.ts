/**
 * The styles of every first screen. Mantine's rules are in a CSS layer of their own, so a module's rules win whatever
 * the loading order.
 */
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import './variables.css'
import './yard-mode.css'
import './safe-areas.css'
import './base.css'
import './boxes.css'
