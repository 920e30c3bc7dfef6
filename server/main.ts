// Operators' units and scripts start the server by this path.
import './start/main.ts'
